/** Writes to a file happen one after the other: each run may have a policy of its own, and none may lose what another has added. */
const writing = new Map<string, Promise<unknown>>();

/** `await inTurn(file, write)`: runs when all earlier work on this file is done. */
export async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  const done = (writing.get(file) ?? Promise.resolve()).then(work);
  writing.set(
    file,
    done.catch(() => undefined),
  );
  return done;
}
