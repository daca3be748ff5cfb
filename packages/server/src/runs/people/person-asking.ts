import { HUMAN, isAtWork, openRunId, type ThreadState } from '@toolthread/core';
import { type LogEntry, type Rewind, isPersonsWord } from '@toolthread/core/queries';
import { queuedMessages } from '@toolthread/core/summary';

/**
 * On whose behalf the thread's next run works: of who asked for it last, by words, by going back or by going on. A run that was begun stays theirs, whoever writes
 * into it and whoever goes on with it; one that has completed and goes on with what was queued is theirs who said that. `personAsking(state)`
 */
export function personAsking(state: ThreadState): string {
  return askedLast(state).person;
}

/** Somebody wanted an answer, in this event. */
export interface Asked {
  readonly seq: number;
  readonly at: number;
  readonly person: string;
}

/** The same, and when that was: `askedLast(state)` */
export function askedLast(state: ThreadState): Asked {
  const { seq, at, by = HUMAN }: Pick<Rewind, 'seq' | 'at' | 'by'> = state.rewinds.at(-1) ?? { seq: 0, at: 0 };
  const asked = lastAsked(state, openRunId(state));
  // What is before a rewind was asked before it.
  return asked !== undefined && asked.seq > seq ? asked : { seq, at, person: by };
}

/**
 * On whose limits the next request depends: of whoever asks, and of everybody else whose words came while a run was at work that has completed, and are
 * read now. The last is charged. `peopleAsking(state)`
 */
export function peopleAsking(state: ThreadState): readonly string[] {
  const person = personAsking(state);
  const unread = queuedMessages(state).map(({ message: { by = HUMAN } }) => by);
  return [...new Set(unread)].filter((by) => by !== person).concat(person);
}

/** Before the open run began, if there is one. */
function lastAsked({ log }: ThreadState, open: string | undefined): Asked | undefined {
  let last: Asked | undefined;
  let hadEnded = open === undefined;
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    const status = entry?.kind === 'status' ? entry.status : undefined;
    const isOfOpen = status?.run === open;
    // One that had completed goes on for what was said meanwhile: that was asked for again.
    if (isOfOpen && status?.scope === undefined && !isAtWork(status?.status)) hadEnded = true;
    if (isOfOpen && !hadEnded) last = undefined;
    last ??= askedIn(entry);
    const isBeforeOpen = hadEnded || (status !== undefined && !isOfOpen);
    if (last !== undefined && isBeforeOpen) return last;
  }
  return last;
}

function askedIn(entry: LogEntry | undefined): Asked | undefined {
  if (entry?.kind === 'message' && isPersonsWord(entry.message))
    return { seq: entry.message.seq, at: entry.message.at, person: entry.message.by ?? HUMAN };
  if (entry?.kind === 'status' && entry.status.asked_by !== undefined)
    return { seq: entry.status.seq, at: entry.status.at, person: entry.status.asked_by };
  return undefined;
}
