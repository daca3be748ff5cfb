/** One after the other, whoever writes: each run may have a policy of its own, and none may lose what another added. */
const writing = new Map<string, Promise<unknown>>();

/** `await inTurn(file, write)`: when all that was to be done with the file before is done. */
export async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  const done = (writing.get(file) ?? Promise.resolve()).then(work);
  writing.set(
    file,
    done.catch(() => undefined),
  );
  return done;
}
