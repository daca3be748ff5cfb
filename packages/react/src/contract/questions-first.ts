import type { Message } from '@toolthread/core/contract';
import { isEnd } from './is-end.ts';
import { timeOf } from './time-of.ts';

/**
 * A question that is stored below what answers it stands above it, by their times. A turn whose own question is above it keeps what
 * ended it; and whatever was at work when it was asked (`isAtWork`) may well have told what is above it.
 */
export function questionsFirst(messages: readonly Message[], isAtWork: (time: number) => boolean): readonly Message[] {
  const ordered: Message[] = [];
  let isOther = false;
  for (const message of messages) {
    const asked = message.role === 'user' ? timeOf(message) : Number.NaN;
    let place = ordered.length;
    while (isLater(ordered[place - 1], asked)) place -= 1;
    const isBelow = place < ordered.length && isAfterTurn(ordered, place) && !isAtWork(asked);
    ordered.splice(isBelow ? place : ordered.length, 0, message);
    isOther ||= isBelow;
  }
  return isOther ? ordered : messages;
}

function isLater(message: Message | undefined, asked: number): boolean {
  return message !== undefined && message.role !== 'user' && timeOf(message) > asked;
}

/** Whether nothing of a turn that has not ended is above this place. */
function isAfterTurn(messages: readonly Message[], place: number): boolean {
  let above = messages[place - 1];
  for (let at = place - 1; above?.role === 'status' && !isEnd(above); at -= 1) above = messages[at - 1];
  return above === undefined || isEnd(above);
}
