import { HUMAN, isAtWork, type LogEntry, openRunId, type ThreadState } from '@toolthread/core';
import { isPersonsWord } from '@toolthread/core/queries';

/**
 * On whose behalf the thread's next run works: of who asked for it last, by words, by going back or by going on. A run that was begun stays theirs, whoever writes
 * into it and whoever goes on with it; one that has completed and goes on with what was queued is theirs who said that. `personAsking(state)`
 */
export function personAsking(state: ThreadState): string {
  const rewind = state.rewinds.at(-1);
  const asked = lastAsked(state, openRunId(state));
  // What is before a rewind was asked before it.
  return asked !== undefined && asked.seq > (rewind?.seq ?? 0) ? asked.person : (rewind?.by ?? HUMAN);
}

interface Asked {
  readonly seq: number;
  readonly person: string;
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
    return { seq: entry.message.seq, person: entry.message.by ?? HUMAN };
  if (entry?.kind === 'status' && entry.status.asked_by !== undefined)
    return { seq: entry.status.seq, person: entry.status.asked_by };
  return undefined;
}
