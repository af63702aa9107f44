/** English words of two to four letters that are, or look like, gene symbols; such a spelling must match in its own case. */
export const SHORT_ENGLISH_WORDS: ReadonlySet<string> = new Set(
  `ace act add ads age ago aid aim air all alp and ant any ape apt arc are arm art ash ask ate awe axe back bad bag ban
bar base bat bear bed bee beg bet bib bid big bin bit blow boa bob body bold bolt bow box boy bran bud bug bulb bun burn
bus but buy cab cad cafe cage calf call calm cam came camp can cap cape car card care cart case cast cat cell chip cite
clam clap clip clot club coat cob cod code coil cold comb come cone cook cool cop cord core corn cost cot cow crab crop
cry cub cue cup cut dam dark dart dash data date day dead deal dear deep deer den dent desk did die dig dim din dip disc
dish do doc dog don door dot down drag draw drew drop drug dry dual due dust each ear earn ease east eat edge eel egg
ego end era eve ever eye face fact fad fade fail fair fall fan far farm fast fat fate fear fed fee feel fell felt few
fig file fill film find fine fire firm fish fit five fix flag flap flat flea flip flow fly foam fold folk food foot for
fork form four fox free frog from fuel full fun fur gain gal game gap gas gate gave gear gel gem gene get give glad go
goal goat gold good got grab gray grew grid grip grow gulf gum gun gut had hair half ham hand hang hard harm hat have
hay head heal hear heat help hem hen her herb here hid high hill him hint hip his hit hold hole home hop horn host hot
hour how hub hug hull hung hunt hurt ice idea ill inch ink inn into iris iron is it its jar jaw jet job join joy jump
just keen keep key kick kid kin kind king kit knee knot know lab lack lad lag lake lamb lamp land lane lap large last
late law lay lead leaf lean left leg lens less let lid lie life lift like limb lime line link lion lip list lit live
load lock log long look loop lot low luck lung mad made maid mail main make male mall man many map mark mars mask mass
mast mat may me meal mean meat melt men met mice mid mild milk mill min mind mine mint mix mob mode mole moon more most
moth move mud mug must nap near neck need nest net new next nine no nod node none nor nose not note now nut oak odd of
off oil old on once one only open or oral our out oval over own pace pack pad page pain pair pal pale palm pan pap par
park part pass past pat path pay pea peak peel pen per pet pick pie pig pile pin pink pit plan play plot plug plus pod
pole poll pool poor pop pore port pose post pot pro pull pump pup pure push put race rag rail rain ran rank rap rare rat
rate raw ray read real rear rec red reed rest rib rice rich rid ride rim ring rip rise risk rob rod role roof room root
rope rose rot row rub rule run rush rust sac sad safe said salt same sand sat save saw say scan seal seat see seed seek
self sell send set sex she shed ship shot show shut sick side sign sip sir sit site six size skin slam slip slow snap so
soap sole some son song soon sort spa span spin spot star stem step stop sub such sum sun sure swam tab tag tail take
tale talk tall tan tank tap tar task tat tax tea team ten tend term test than that the them then they thin this tick tie
tile till time tin tip tire to toe told tone too took tool top torn toy trap tray tree trim trip true try tub tube tug
turn two type up us use van vary vast vein very vet via view vow wag wall want war warm was wash wave wax way we weak
wear web week well went were west wet what when who why wide wife will win wind wing wire wish with wolf wood word work
worm wrap yard year yes yet you zero zip zone`.split(/\s+/),
);
