import { HUMAN, type MessageChanged, type MessagePosted, type StepStarted, type ThreadState } from '@toolthread/core';

/** What was said and no step has read yet: somebody owes it a run. */
export interface Unread {
  /** The message. */
  readonly seq: number;
  /** The event from which on it counts: its own, that of its last change, or the end of the run it waited for. */
  readonly since: number;
  /** It waits until the run that is under way has completed. */
  readonly held?: true;
}

/** What an agent says to nobody in particular asks for no run, and what is said to a child run is the child's own. */
export function postMessage(
  unread: readonly Unread[],
  { author, mentions = [], scope, seq, delivery }: MessagePosted,
  isBusy: boolean,
): readonly Unread[] {
  if (scope !== undefined || (author !== HUMAN && mentions.length === 0)) return unread;
  return [...unread, { seq, since: seq, ...(delivery === 'followUp' && isBusy ? { held: true } : {}) }];
}

export function changeMessage(unread: readonly Unread[], event: MessageChanged): readonly Unread[] {
  if (event.parts.length === 0) return unread.filter(({ seq }) => seq !== event.message);
  return unread.map((one) => (one.seq === event.message && one.held !== true ? { ...one, since: event.seq } : one));
}

/** A child run reads only what was said to it alone. */
export function readMessages(
  unread: readonly Unread[],
  { scope, seq, built_from = seq }: StepStarted,
): readonly Unread[] {
  if (scope?.startsWith('child:') === true) return unread;
  return unread.filter(({ since, held }) => held === true || since > built_from);
}

/** The run they waited for has completed, at event `since`. */
export function releaseMessages(unread: readonly Unread[], since: number): readonly Unread[] {
  return unread.map(({ held, ...one }) => (held === true ? { ...one, since } : one));
}

/** After a failure or a stop nothing begins by itself: only what is held has its turn still before it. */
export function holdBack(unread: readonly Unread[]): readonly Unread[] {
  return unread.filter(({ held }) => held === true);
}

/** The same as far as the fold agrees: after a rewind a message may be gone, or held again. */
export function stillUnread(unread: readonly Unread[], { queue, log }: ThreadState): readonly Unread[] {
  return unread.flatMap<Unread>(({ seq, since }) => {
    if (queue.held.has(String(seq))) return { seq, since, held: true };
    const said = queue.said.get(String(seq));
    const entry = said === undefined ? undefined : log.at(said.entry);
    return entry?.kind === 'message' ? { seq, since: entry.since } : [];
  });
}
