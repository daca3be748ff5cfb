import { filledTextOf } from '../ledger/json/fields.ts';
import type { Message } from './message.ts';
import { isEphemeral, isError, saidIn, timeOf } from './is-answer.ts';
import { messagesIn } from './messages-in.ts';
import { askedAfter, placesInHistory } from './places-in-history.ts';

/**
 * What to show once a run has completed, failed or been cancelled and the persisted history is here.
 *
 * Contract:
 * - persisted messages win, in their order, unchanged; a streamed one is the same by id, or by tool call id in its turn, else by name
 *   and order there: live events may have no ids at all, and a turn is never shown twice;
 * - a streamed message that the history does not hold stays, at the end of its turn, where the stream has gone on after what the turn
 *   holds; a turn that the history does not hold stays whole. What comes before a message that both hold is told by the history:
 *   an abandoned attempt, or an answer stored under another id, is not shown beside it;
 * - a question without anything after it is the one that was streamed last: its answer is not stored yet;
 * - nothing thinks or runs any more: statuses `thinking`, `tool_call` and `tool_result` go, wherever they come from. Of the streamed statuses only
 *   errors stay, and all of them do, after the message they followed; of the persisted ones all others: someone stored them on purpose;
 * - an error banner that both sides hold is shown once; one of the same words that came after the next question is another.
 *
 * `running`: what a run that still works has told since. It is not part of the answer, but tells which turns are over.
 *
 * No list is changed.
 *
 * @example
 * const answer = { id: 'm1', role: 'assistant', content: 'Done.', timestamp: '2026-01-01T00:00:00Z' } as const;
 * const thinking = { ...answer, id: 's1', role: 'status', metadata: { status_type: 'thinking' } } as const;
 * reconcile([thinking, { ...answer, content: 'Do' }], [answer]); //=> [answer]
 */
export function reconcile(
  streamed: readonly Message[],
  persisted: readonly Message[],
  running: readonly Message[] = [],
): Message[] {
  const history = messagesIn(persisted).filter(
    ({ role, metadata }) => role !== 'status' || !isEphemeral(metadata?.status_type),
  );
  const over = lastTold(messagesIn(streamed));
  const stream = placesInHistory([...over, ...messagesIn(running)], history).slice(0, over.length);
  const extras = new Map<number, Message[]>();
  let last = stream.some(({ place, after }) => (place ?? after) !== undefined) ? -1 : history.length - 1;
  const errors = new StoredErrors(history, new Set(stream.map(({ place }) => place)));
  for (const { message, place, after } of stream) {
    if (place !== undefined) last = Math.max(last, place);
    if (place === undefined && isError(message) && errors.take(message)) continue;
    if (place !== undefined || !(isError(message) || (after !== undefined && message.role !== 'status'))) continue;
    last = Math.max(last, after ?? -1);
    const extra = extras.get(last) ?? [];
    extra.push(message);
    extras.set(last, extra);
  }
  return [...(extras.get(-1) ?? []), ...history.flatMap((message, place) => [message, ...(extras.get(place) ?? [])])];
}

/** Errors of the history that no streamed one is placed at: each is what one more of the same words tells, in whichever turn, unless another question was asked before that. */
class StoredErrors {
  readonly #left = new Map<string, number[]>();

  constructor(history: readonly Message[], taken: ReadonlySet<number | undefined>) {
    const asked = askedAfter(history);
    history.forEach((message, place) => {
      if (!isError(message) || taken.has(place)) return;
      const words = saidIn(message);
      const known = this.#left.get(words) ?? [];
      known.push(asked[place] ?? Number.NaN);
      this.#left.set(words, known);
    });
  }

  take(message: Message): boolean {
    const left = this.#left.get(saidIn(message)) ?? [];
    const found = left.findIndex((next) => !(timeOf(message) >= next));
    if (found !== -1) left.splice(found, 1);
    return found !== -1;
  }
}

/** A stream may tell a message several times as it grows: the last telling counts. */
function lastTold(messages: readonly Message[]): Message[] {
  const told = new Map<unknown, Message>();
  for (const message of messages) {
    const key = filledTextOf(message.id) ?? message;
    told.delete(key);
    told.set(key, message);
  }
  return [...told.values()];
}
