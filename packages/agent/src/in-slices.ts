/** Work on very many files may delay everybody else for this long. */
const SLICE_MS = 8;

/** `const pause = inSlices()`, and `await pause()` after each piece of the work: others have their turn whenever a slice is over. */
export function inSlices(): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((turn) => setImmediate(turn));
    until = performance.now() + SLICE_MS;
  };
}
