import { type KnownRoots, STORAGE_MISSING } from './known-roots.ts';

/** Where nobody asks. */
const LOOK_MS = 10_000;

export interface WatchedStorage {
  trouble(): Promise<string | undefined>;
  close(): void;
}

/** Tells, once each, that the storage of this server is lost, in words, and that it is back (undefined): `watchingStorage(roots, (lost) => …)`. */
export function watchingStorage(
  roots: Pick<KnownRoots, 'trouble'>,
  tell: (lost: string | undefined) => void,
): WatchedStorage {
  let known: string | undefined;
  async function trouble(): Promise<string | undefined> {
    const lost = await roots.trouble();
    if (lost !== known) tell(lost);
    known = lost;
    return lost === undefined ? undefined : STORAGE_MISSING;
  }
  const timer = setInterval(() => void trouble(), LOOK_MS).unref();
  return { trouble, close: () => clearInterval(timer) };
}
