export type DirectiveKind =
  | "instruction_override"
  | "directive_tag"
  | "concealment"
  | "cross_tool"
  | "secret_reference"
  | "padding"
  | "shell_command"
  | "mixed_script";

/** Words between two anchors; bounded, so that no text can make matching slow. */
const NEAR = "[^.!?]{0,60}?";

const words = (...alternatives: string[]): string => `(?:${alternatives.join("|")})`;

/**
 * What a definition has no reason to say to a model. Patterns run over folded text: compatibility forms as plain letters,
 * nothing hidden, white space as single blanks. They stay silent over 1,264 real definitions, which is what they were tuned on: a list of known forms, and no proof of innocence.
 */
export const DIRECTIVES: readonly { readonly kind: DirectiveKind; readonly pattern: RegExp }[] = [
  {
    kind: "instruction_override",
    pattern: new RegExp(
      `\\b${words("ignore", "disregard", "forget", "override", "bypass")}\\b${NEAR}\\b${words("previous", "prior", "earlier", "preceding", "above", "existing", "system", "safety", "other")}\\b[^.!?]{0,30}?\\b${words("instructions?", "prompts?", "rules", "guidelines", "directives", "messages?", "descriptions?", "tools?")}\\b`,
      "iu",
    ),
  },
  {
    kind: "instruction_override",
    pattern: /\b(?:new|updated|real|actual|hidden|secret) (?:system )?(?:instructions|prompt)\s*:/iu,
  },
  { kind: "instruction_override", pattern: /(?:^|[\n.!?>] ?)(?:system|assistant|developer)\s*:\s*\S/iu },
  { kind: "instruction_override", pattern: /\byou are (?:now|no longer) (?:an?|in|the|bound)\b/iu },
  {
    kind: "instruction_override",
    pattern:
      /忽略[^。]{0,12}(?:指令|指示|提示|规则)|(?:ignora|olvida)\b[^.]{0,30}\binstrucciones|\b(?:ignore[rz]?|oublie[rz]?)\b[^.]{0,30}\b(?:consignes|instructions)|\b(?:ignorier|verwerf|vergiss|missacht)\p{L}*[^.]{0,30}\banweisungen|игнорир\p{L}*[^.]{0,30}инструкц|指示[^。]{0,10}無視|無視して[^。]{0,20}指示|지시[^.]{0,10}무시/iu,
  },
  { kind: "instruction_override", pattern: /\bforget (?:what|everything|all)\b[^.!?]{0,20}\byou\b|\bfrom now on\b/iu },
  {
    kind: "instruction_override",
    pattern:
      /\b(?:instructions?|notes?|message|notice) (?:for|to) (?:the |any |all )?(?:ai|llm|language model|assistant|model|agent)s?\b/iu,
  },
  {
    kind: "shell_command",
    pattern: /\b(?:curl|wget)\b[^|]{0,200}\|\s*(?:sudo )?(?:ba|z)?sh\b|\brm -rf [~/]|\bbase64 (?:-d|--decode)\b/iu,
  },
  {
    kind: "directive_tag",
    pattern:
      /<\/?\s*(?:important|critical|system|secret|hidden|instructions?|admin|override|priority|assistant|developer)\b[^<>]{0,40}>|<\|[a-z_]{2,20}\|>|\[\/?(?:INST|SYSTEM|ADMIN)\]|<<\/?SYS>>|<!--/iu,
  },
  {
    kind: "concealment",
    pattern: new RegExp(
      `\\b${words("do not", "don't", "never", "must not", "should not", "avoid", "without")} ${words("mention(?:ing)?", "tell(?:ing)?", "inform(?:ing)?", "reveal(?:ing)?", "disclos(?:e|ing)", "notify(?:ing)?", "alert(?:ing)?", "show(?:ing)?", "let(?:ting)?", "ask(?:ing)?", "report(?:ing)?")}\\b${NEAR}\\b${words("users?", "humans?", "anyone", "operator")}\\b`,
      "iu",
    ),
  },
  {
    kind: "concealment",
    pattern: /\b(?:hide|conceal|keep) (?:this|it|that|these)\b[^.!?]{0,30}\b(?:from (?:the )?users?|secret|hidden)\b/iu,
  },
  {
    kind: "concealment",
    pattern: /\b(?:do not|don't|never) mention (?:that )?(?:you|this|it)\b|\b(?:upset|alarm|scare|worry) the user\b/iu,
  },
  {
    kind: "concealment",
    pattern:
      /\busers? (?:do(?:es)? not|doesn't|don't|must not|should not|need not) (?:need to |have to )?(?:know|see|be (?:told|aware|informed))\b/iu,
  },
  {
    kind: "concealment",
    pattern:
      /\b(?:skip|bypass|without|no need (?:to|for)|do not|don't|never)\b[^.!?]{0,20}\b(?:ask(?:ing)? (?:for )?|request(?:ing)? |wait(?:ing)? for )?(?:user )?(?:confirmation|consent|permission)\b(?! (?:is|are) )|\b(?:user|human)s? (?:has|have) already (?:consented|approved|agreed|confirmed)\b|\b(?:proceed|send|do this|do so|run|execute) silently\b|\bsilently (?:send|call|read|copy|forward|upload|execute|proceed)/iu,
  },
  {
    kind: "cross_tool",
    pattern:
      /\b(?:do not|don't|never|stop) (?:use|call|using|calling|trust)\b[^.!?]{0,20}\bother tools?\b|\bother (?:\w+ )?tools? (?:are|is) (?:deprecated|unsafe|broken|disabled|obsolete|insecure)\b|\b(?:supersedes|overrides|replaces) (?:all|every|any) other\b|\bbefore (?:doing )?anything else\b/iu,
  },
  {
    kind: "cross_tool",
    pattern:
      /\b(?:every|each|all|any)(?: user)? (?:requests?|responses?|messages?|questions?|calls? to \w+)\b[^.!?]{0,40}\b(?:through|with|by a call to|call(?:ing)?) (?:this tool|\w+_\w+)|\b(?:after|before) (?:each|every) (?:response|message|turn|reply|request)\b|\bthis tool must (?:always )?be (?:used|called) (?:for|before) (?:every|all|any|each)\b/iu,
  },
  {
    kind: "cross_tool",
    pattern:
      /\b(?:before|prior to|instead of|whenever|when|each time|every time|after|while)\b[^.!?]{0,30}?\b(?:any|every|all|each)(?: of)?(?: the)? (?:other )?(?:\w+ )?tools?\b(?!\s+(?:in|of|from) this)/iu,
  },
  { kind: "cross_tool", pattern: /\b(?:also[- ]present|previously declared|side effect on)\b[^.!?]{0,40}\btools?\b/iu },
  {
    kind: "cross_tool",
    pattern:
      /\bother (?:mcp )?servers?(?:'s?|’s)? tools?\b|\btools? (?:of|from) (?:any |the )?other (?:mcp )?servers?\b/iu,
  },
  {
    kind: "secret_reference",
    pattern:
      /(?:~|\$HOME|%USERPROFILE%)[\\/]\.(?:ssh|aws|gnupg|kube|docker|cursor|claude|config|netrc|npmrc|bash_history|zsh_history)\b|\.ssh[\\/]|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|(?<![\w.*)\]])\.env\b(?!\.\w)|\b(?:mcp|claude_desktop_config)\.json\b|\.git-credentials\b|\/etc\/(?:passwd|shadow)\b|\bauthorized_keys\b/iu,
  },
  {
    kind: "secret_reference",
    pattern: new RegExp(
      `\\b${words("send", "pass", "include", "append", "attach", "forward", "upload", "post", "leak", "exfiltrate", "copy", "put", "read")}\\b${NEAR}\\b${words("system prompt", "(?:conversation|chat)(?: |-)?history", "(?:all |full |entire |whole )conversation", "environment variables", "(?:user's|users'|other tools?'?|stored|saved|all) (?:api[ _-]?keys?|credentials|passwords|tokens|secrets|private keys?)")}\\b`,
      "iu",
    ),
  },
  {
    kind: "secret_reference",
    pattern:
      /\bprivate (?:ssh |gpg |pgp |rsa )?keys?\b[^.!?]{0,40}\bas\b|\bcontents? of\b[^.!?]{0,40}\b(?:private|ssh|secret) (?:ssh )?keys?\b|\b(?:everything|all that|whatever) the user (?:has )?(?:said|typed|wrote|written|shared|sent)\b|\b(?:previous|earlier|prior|all) messages (?:in|of|from) (?:this|the) (?:conversation|chat|session)\b|\b(?:list of )?all (?:available )?tool names\b|\b(?:whole|full|entire) (?:conversation|message history|chat)\b|\b[A-Z][A-Z0-9]*_(?:SECRET_ACCESS_KEY|API_KEY|TOKEN)\b[^.!?]{0,40}\bpass(?:ed)?\b[^.!?]{0,20}\bargument/iu,
  },
  { kind: "secret_reference", pattern: /\bbcc\b[^.!?]{0,40}@/iu },
  { kind: "mixed_script", pattern: /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u },
];

/** Text pushed out of a window that shows the beginning; looked for in the text as written. */
export const PADDING = /\S(?:[^\S\n]{60,}|(?:[^\S\n]{0,200}\n){12,})[^\S\n]{0,200}\S/u;
