export type DirectiveKind =
  | "instruction_override"
  | "directive_tag"
  | "concealment"
  | "cross_tool"
  | "secret_reference"
  | "padding"
  | "mixed_script";

/** Words between two anchors; bounded, so that no text can make matching slow. */
const NEAR = "[^.!?]{0,60}?";

const words = (...alternatives: string[]): string => `(?:${alternatives.join("|")})`;

/**
 * What a definition has no reason to say to a model. Patterns run over folded text: compatibility forms as plain letters,
 * nothing hidden, white space as single blanks. They were tuned on some 1,300 real definitions to stay silent there.
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
      /忽略[^。]{0,12}(?:指令|指示|提示|规则)|(?:ignora|olvida)\b[^.]{0,30}\binstrucciones|\bignore[rz]?\b[^.]{0,30}\bconsignes|\bignorier\w*[^.]{0,30}\banweisungen|игнорир\p{L}*[^.]{0,30}инструкц|(?:以前|前)の指示を無視/iu,
  },
  {
    kind: "directive_tag",
    pattern:
      /<\/?\s*(?:important|critical|system|secret|hidden|instructions?|admin|override|priority|assistant|developer)\b[^<>]{0,40}>|<\|[a-z_]{2,20}\|>|\[\/?INST\]|<<\/?SYS>>|<!--/iu,
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
  { kind: "mixed_script", pattern: /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u },
];

/** Text pushed out of a window that shows the beginning; looked for in the text as written. */
export const PADDING = /\S(?:[^\S\n]{60,}|(?:[^\S\n]{0,200}\n){12,})[^\S\n]{0,200}\S/u;
