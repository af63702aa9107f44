/** A fenced block of a Markdown page whose info string says what is to be done with it. */
export interface PageBlock {
  /** `file=PATH`: the block is the file. `add=PATH`: the block is inserted there. */
  readonly action: "file" | "add";
  readonly path: string;
  /** For `add`: the text before which it goes; null = the end of the file. */
  readonly before: string | null;
  readonly body: string;
}

/** The blocks of a page that name a file, in order. */
export function parsePageBlocks(markdown: string): PageBlock[] {
  return [...markdown.matchAll(/```\w+ (file|add)=(\S+)([^\n]*)\n([\s\S]*?)```/g)].map(
    ([, action, path, rest = "", body = ""]) => ({
      action: action as PageBlock["action"],
      path: path!,
      before: /before="([^"]*)"/.exec(rest)?.[1] ?? null,
      body,
    }),
  );
}
