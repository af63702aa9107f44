/**
 * The best `k` of some documents: score descending, then document number ascending. A heap keeps the worst of the best
 * on top, so that a long list is read once and never sorted whole.
 */
export function bestFirst(documents: readonly number[], scores: Float64Array, k: number): number[] {
  const isBefore = (a: number, b: number): boolean => {
    const difference = scores[a]! - scores[b]!;
    return difference > 0 || (difference === 0 && a < b);
  };
  const inOrder = (a: number, b: number): number => (isBefore(a, b) ? -1 : 1);
  if (documents.length <= k) return [...documents].sort(inOrder);
  if (k <= 0) return [];
  const heap: number[] = [];
  for (const document of documents) {
    if (heap.length < k) {
      heap.push(document);
      siftUp(heap, isBefore);
    } else if (isBefore(document, heap[0]!)) {
      heap[0] = document;
      siftDown(heap, isBefore);
    }
  }
  return heap.sort(inOrder);
}

type IsBefore = (a: number, b: number) => boolean;

function siftUp(heap: number[], isBefore: IsBefore): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap[parent]!, heap[at]!)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: number[], isBefore: IsBefore): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let worst = at;
    if (left < heap.length && isBefore(heap[worst]!, heap[left]!)) worst = left;
    if (right < heap.length && isBefore(heap[worst]!, heap[right]!)) worst = right;
    if (worst === at) return;
    swap(heap, at, worst);
    at = worst;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = kept;
}
