import { HUMAN, type LogEntry, type ThreadState } from '@toolthread/core';

/** On whose behalf the thread's next run works: of who asked for it last, by words, by going back or by going on. `personAsking(state)` */
export function personAsking({ log, rewinds }: ThreadState): string {
  const rewind = rewinds.at(-1);
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const asked = askedIn(log.at(index));
    // What stands before a rewind was asked before it.
    if (asked !== undefined) return asked.seq > (rewind?.seq ?? 0) ? asked.person : (rewind?.by ?? HUMAN);
  }
  return rewind?.by ?? HUMAN;
}

function askedIn(entry: LogEntry | undefined): { readonly seq: number; readonly person: string } | undefined {
  if (entry?.kind === 'message' && entry.message.author === HUMAN)
    return { seq: entry.message.seq, person: entry.message.by ?? HUMAN };
  if (entry?.kind === 'status' && entry.status.asked_by !== undefined)
    return { seq: entry.status.seq, person: entry.status.asked_by };
  return undefined;
}
