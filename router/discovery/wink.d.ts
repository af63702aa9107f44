declare module "wink-bm25-text-search" {
  export interface Bm25Engine {
    defineConfig(config: {
      fldWeights: Record<string, number>;
      bm25Params?: { k1?: number; b?: number; k?: number };
    }): boolean;
    definePrepTasks(tasks: readonly ((input: string) => string | string[])[], field?: string): number;
    addDoc(document: Record<string, string>, id: string): number;
    consolidate(precision?: number): boolean;
    search(text: string, limit?: number): [id: string, score: number][];
  }
  export default function bm25(): Bm25Engine;
}
