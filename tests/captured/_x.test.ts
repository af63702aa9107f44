import { it } from "vitest";
import { appendFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { capturedText } from "../support/captured/captured.ts";
import { withTbdb, tally } from "./tbdb-served.ts";
const log=(...a:any[])=>appendFileSync("/tmp/x.txt",a.map(x=>typeof x==="string"?x:JSON.stringify(x)).join(" ")+"\n");
const csv=(f:string)=>parse(capturedText(f),{columns:true,bom:true,trim:true}) as Record<string,string>[];
const DRUG:any={AMI:"amikacin",BDQ:"bedaquiline",CAP:"capreomycin",CFZ:"clofazimine",DLM:"delamanid",EMB:"ethambutol",ETH:"ethionamide",INH:"isoniazid",KAN:"kanamycin",LEV:"levofloxacin",LZD:"linezolid",MXF:"moxifloxacin",PZA:"pyrazinamide",RIF:"rifampicin",STM:"streptomycin",PMD:"pretomanid"};
const GR:any={"1":"assoc_w_r","2":"assoc_w_r_interim","3":"uncertain","4":"not_assoc_w_r_interim","5":"not_assoc_w_r"};
it("x", async()=>{ await withTbdb({}, async (s)=>{
  const ask=async(gene:string,mutation:string,drug?:string)=>{const a=await s.call("get_resistance_variants",{gene,mutation,grades:"all",...(drug&&{drug}),limit:2000,max_bytes:400000});return a};
  // WHO v2
  { const diffs:string[]=[];let eq=0;
    for(const r of csv("tbdb/who/WHO-UCN-TB-2023.5_v2.0_GARC1_RFUS.csv")){ const ev=JSON.parse(r.EVIDENCE||"{}");const h=ev["WHO HGVS"];const g=ev["FINAL CONFIDENCE GRADING"]; if(!h||!g){diffs.push("no hgvs/grade "+(r.MUTATION.includes("*")?"rule":""));if(diffs.length<5)log("nohgvs",r);continue}
      const i=h.indexOf("_");const a=await ask(h.slice(0,i),h.slice(i+1),DRUG[r.DRUG]);const grade=GR[g[0]];
      const exact=a.records.filter((x:any)=>!x.flags.includes("by_rule"));
      const got=(h.endsWith("LoF")?a.records:exact).map((x:any)=>x.detail.grade);const u=[...new Set(got)];
      if(u.length===1&&u[0]===grade)eq++;else {const k=`${h.endsWith("LoF")?"LoF ":""}who ${grade} ours ${u.join("|")||a.outcome}`;diffs.push(k);if(diffs.filter(x=>x===k).length<4)log("  v2",k,h,r.DRUG,r.MUTATION)}
    } log("WHO v2 equal",eq,tally(diffs)); }
  { const diffs:string[]=[];let eq=0;const seen=new Set();
    for(const f of ["mykrobe"]){}
  }
})},600000);
