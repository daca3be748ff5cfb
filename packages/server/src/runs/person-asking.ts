import { HUMAN, type LogEntry, openRunId, type ThreadState } from '@toolthread/core';
import { isPersonsWord } from '@toolthread/core/queries';

/**
 * On whose behalf the thread's next run works: of who asked for it last, by words, by going back or by going on. A run that was begun stays theirs, whoever writes
 * into it and whoever goes on with it. `personAsking(state)`
 */
export function personAsking(state: ThreadState): string {
  const rewind = state.rewinds.at(-1);
  const asked = lastAsked(state, openRunId(state));
  // What stands before a rewind was asked before it.
  return asked !== undefined && asked.seq > (rewind?.seq ?? 0) ? asked.person : (rewind?.by ?? HUMAN);
}

interface Asked {
  readonly seq: number;
  readonly person: string;
}

/** Before the open run began, where there is one. */
function lastAsked({ log }: ThreadState, open: string | undefined): Asked | undefined {
  let last: Asked | undefined;
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    const isOfOpen = open !== undefined && entry?.kind === 'status' && entry.status.run === open;
    if (isOfOpen) last = undefined;
    last ??= askedIn(entry);
    const isBeforeOpen = open === undefined || (entry?.kind === 'status' && !isOfOpen);
    if (last !== undefined && isBeforeOpen) return last;
  }
  return last;
}

function askedIn(entry: LogEntry | undefined): Asked | undefined {
  if (entry?.kind === 'message' && isPersonsWord(entry.message))
    return { seq: entry.message.seq, person: entry.message.by ?? HUMAN };
  if (entry?.kind === 'status' && entry.status.asked_by !== undefined)
    return { seq: entry.status.seq, person: entry.status.asked_by };
  return undefined;
}
