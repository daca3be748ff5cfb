import { Deadline } from '../deadline.ts';
import { HeldBack } from './held-back.ts';
import { IgnoreFiles } from './ignore-files.ts';
import { locateFolder } from './locate.ts';
import { rankFiles } from './rank-files.ts';
import { walk } from './walk.ts';

/** What of a file's path was written, and how many are wanted. */
export interface FileSearch {
  readonly words: string;
  readonly limit: number;
  /** Patterns of paths that are never shown: what the policy holds back from file tools. */
  readonly leavesOut: readonly string[];
}

/** Paths from the workspace; `more`: there are others, or not all was looked at yet. */
export type FoundFiles =
  | { readonly ok: true; readonly files: readonly string[]; readonly more: boolean }
  | { readonly ok: false; readonly problem: string };

/** How many names of a workspace are known, and how many workspaces. */
const MOST_NAMES = 200_000;
const MOST_WORKSPACES = 3;
/** How long a walk may take; and how long a caller waits for the first one, before it gets what is known so far. */
const LONGEST_WALK_MS = 20_000;
const WAIT_MS = 300;
/** What was walked through so lately is not walked through again: whoever writes a name asks at each letter. */
const FRESH_MS = 5000;

interface Names {
  names: string[];
  whole: boolean;
  walkedAt: number;
  walking: Promise<void> | undefined;
}

/** Finds files, until it is closed. */
export interface FileFinder {
  find(workspace: string | undefined, search: FileSearch): Promise<FoundFiles>;
  /** Ends the walks that are under way. */
  close(): void;
}

/**
 * Finds files of workspaces by a few letters of their paths. It names what `list_files` would name, and no links: none leads out of it. The names are
 * kept for a while; a workspace of 100,000 files is walked through once, and not at each letter.
 *
 * @example
 * const finder = fileFinder();
 * (await finder.find('/no/such/folder', { words: 'a', limit: 5, leavesOut: [] })).ok; //=> false
 * finder.close();
 */
export function fileFinder(now: () => number = Date.now): FileFinder {
  const known = new Map<string, Names>();
  const closing = new AbortController();
  return {
    close: () => closing.abort(),
    async find(workspace, { words, limit, leavesOut }) {
      const place = await locateFolder(workspace, '.');
      if (!place.ok) return place;
      const entry = entryOf(known, JSON.stringify([place.root, leavesOut]));
      const isFirst = entry.walkedAt === NEVER;
      if (entry.walking === undefined && now() - entry.walkedAt > FRESH_MS) {
        entry.walking = walkThrough(place, leavesOut, entry, closing.signal).finally(() => {
          entry.walkedAt = now();
          entry.walking = undefined;
        });
      }
      if (isFirst) await soon(entry.walking);
      const ranked = await rankFiles(entry.names, words, limit);
      return { ok: true, files: ranked.files, more: ranked.more || !entry.whole };
    },
  };
}

const NEVER = Number.NEGATIVE_INFINITY;

function entryOf(known: Map<string, Names>, key: string): Names {
  const entry = known.get(key) ?? { names: [], whole: false, walkedAt: NEVER, walking: undefined };
  known.delete(key);
  known.set(key, entry);
  const [oldest] = known.keys();
  if (known.size > MOST_WORKSPACES && oldest !== undefined) known.delete(oldest);
  return entry;
}

/** The first time what is found is there at once; later the old names stay until all of the new ones are known. */
async function walkThrough(
  place: Extract<Awaited<ReturnType<typeof locateFolder>>, { ok: true }>,
  leavesOut: readonly string[],
  entry: Names,
  signal: AbortSignal,
): Promise<void> {
  using deadline = new Deadline(LONGEST_WALK_MS, signal);
  const { passOver } = new HeldBack(leavesOut, new IgnoreFiles(place, deadline.signal).passOver);
  const names: string[] = [];
  if (entry.names.length === 0) entry.names = names;
  let whole = true;
  for await (const { name, kind } of walk(place, deadline.signal, passOver, MOST_NAMES)) {
    if (kind === 'file') names.push(name);
    if (kind === 'more') whole = false;
  }
  entry.names = names;
  entry.whole = whole;
}

async function soon(work: Promise<void> | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)));
  await Promise.race([work, waited]);
  clearTimeout(timer);
}
