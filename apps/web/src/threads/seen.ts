/** What was seen in this browser, and until when: so that the list can mark what is new. */
import { store, stored } from '../page/stored.ts';

const NAME = 'toolthread:seen';
/** Of more, those that were seen longest ago are forgotten, and nothing that old is new any more. */
const MOST = 1000;

interface Kept {
  /** When this browser was here first: what happened before is not new to anybody. */
  readonly since: number;
  readonly until: { readonly [thread: string]: number };
}

export interface Seen {
  /** `seen.isUnread('thread_1', thread.updatedAt)`: something happened there since it was seen here. */
  isUnread(id: string, at: number): boolean;
  /** `seen.mark('thread_1', thread.updatedAt)` */
  mark(id: string, at: number): void;
}

export const seen: Seen = { isUnread, mark };

function isUnread(id: string, at: number): boolean {
  const { since, until } = keptNow();
  return at > Math.max(since, Object.hasOwn(until, id) ? (until[id] ?? 0) : 0);
}

function mark(id: string, at: number): void {
  if (!isUnread(id, at)) return;
  const { since, until } = keptNow();
  const all = Object.entries({ ...until, [id]: at }).toSorted(([, one], [, other]) => other - one);
  const [, forgotten] = all[MOST] ?? [id, 0];
  keep({ since: Math.max(since, forgotten), until: Object.fromEntries(all.slice(0, MOST)) });
}

let known: { readonly text: string | null; readonly kept: Kept } | undefined;

/** Another tab may have seen more. */
function keptNow(): Kept {
  const text = stored(NAME);
  if (known === undefined || known.text !== text) known = { text, kept: parse(text) ?? begin() };
  return known.kept;
}

function begin(): Kept {
  const fresh = { since: Date.now(), until: {} };
  keep(fresh);
  return fresh;
}

function parse(text: string | null): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null || !('since' in value) || !('until' in value)) return undefined;
    const { since, until } = value;
    if (typeof since !== 'number' || typeof until !== 'object' || until === null) return undefined;
    const times = Object.entries(until).flatMap(([id, at]) => (typeof at === 'number' ? [[id, at] as const] : []));
    return { since, until: Object.fromEntries(times) };
  } catch {
    return undefined;
  }
}

function keep(now: Kept): void {
  const text = JSON.stringify(now);
  // Where the browser keeps nothing, it is known as long as the page is open.
  known = { text: store(NAME, text) ? text : stored(NAME), kept: now };
}
