import type { People, Result, Role } from '@toolthread/store';
import type { Who } from './who.ts';

/** All that is done in a thread. `look`: to read what is said and done there, which a link is enough for. */
export const ACTIONS = ['look', 'read', 'write', 'approve', 'own'] as const;

export type Action = (typeof ACTIONS)[number];

/** What somebody is in a thread: the role they were given, or a visitor who has its link. */
export type Standing = Role | 'visitor';

const RANKS: Readonly<Record<Standing, number>> = { visitor: 1, read: 2, write: 3, approve: 4, owner: 5 };
const NEEDED: Readonly<Record<Action, number>> = { look: 1, read: 2, write: 3, approve: 4, own: 5 };

/** `may('write', 'approve') === false`: the one place that says who may do what. */
export function may(standing: Standing, action: Action): boolean {
  return RANKS[standing] >= NEEDED[action];
}

/** `allowed('write')` gives `['look', 'read', 'write']`: what a page offers, so that nothing it offers is refused. */
export function allowed(standing: Standing): readonly Action[] {
  return ACTIONS.filter((action) => may(standing, action));
}

/** Allowed once and for all, a call runs in threads of others, too: that is for whoever all of them are open to. */
export function mayAllowAlways(who: Who): boolean {
  return who.opens === 'all';
}

/** Where a person or a token may do less than everything, the words for what is left: `['look', 'read']`. A page offers these, and nothing else. */
export function limitedTo(
  who: Who,
  token: 'all' | 'read',
  standing: Standing | undefined,
): readonly Action[] | undefined {
  const open = mayAllowAlways(who) ? undefined : allowed(standing ?? 'visitor');
  // A link is good for reading, too, and its visitor may do less.
  return token === 'all' ? open : allowed('read').filter((action) => open?.includes(action) ?? true);
}

/** What somebody is in a thread; undefined if the answer is that there is no such thread. */
export async function standingOf(
  people: People | undefined,
  who: Who,
  thread: string,
): Promise<Result<Standing | undefined>> {
  switch (who.opens) {
    case 'all':
      return { ok: true, value: 'owner' };
    case 'own':
      return people === undefined ? NOBODY : people.roles.of(thread, who.person);
    case 'one':
      return who.thread === thread ? { ok: true, value: 'visitor' } : NOBODY;
    default:
      return who satisfies never;
  }
}

const NOBODY: Result<undefined> = { ok: true, value: undefined };
