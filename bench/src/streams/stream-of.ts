/** A stream of these chunks that ends early when the deadline passes; `taken` says how many were read. */
export function streamOf<T>(
  chunks: readonly T[],
  deadline: number,
): { stream: ReadableStream<T>; taken: () => number } {
  let next = 0;
  const stream = new ReadableStream<T>({
    pull(controller) {
      const chunk = chunks[next];
      if (chunk === undefined || performance.now() > deadline) return controller.close();
      next += 1;
      controller.enqueue(chunk);
    },
  });
  return { stream, taken: () => next };
}
