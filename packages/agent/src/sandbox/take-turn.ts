const last = new Map<string, Promise<void>>();

/**
 * `const done = await takeTurn(workspace, signal)`: commands in one workspace run one after another, so that what one of them has
 * made is looked at before the next one starts. Undefined: stopped while it waited.
 */
export async function takeTurn(workspace: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  const before = last.get(workspace);
  let done = (): void => undefined;
  const own = new Promise<void>((resolve) => (done = resolve));
  const ended = Promise.all([before, own]).then(() => {
    if (last.get(workspace) === ended) last.delete(workspace);
  });
  last.set(workspace, ended);
  if (before !== undefined) await Promise.race([before, aborted(signal)]);
  if (!signal.aborted) return done;
  done();
  return undefined;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
