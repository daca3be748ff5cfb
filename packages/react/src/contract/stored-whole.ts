import type { ThreadState } from '@toolthread/core';
import { toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { isAnswer, isEnd } from './is-end.ts';
import { typeOf } from './payload-of.ts';
import { timeOf } from './time-of.ts';
import { begins } from './turns-by-time.ts';
import { withFailures } from './with-failures.ts';

/** What the events of a turn tell. */
interface Told {
  readonly events: readonly unknown[];
  readonly state: ThreadState;
  readonly isOver: boolean;
}

/**
 * Turns whose ends are stored, with errors and stops that only the events tell; undefined if an end is not stored, or if times do not say so.
 * The events add nothing else to them, in whatever order, how often and from where on they came.
 */
export function storedWhole(turn: readonly Message[], told: Told): readonly Message[] | undefined {
  const stored = turn.filter(isKept);
  const last = stored.at(-1);
  if (last === undefined || !stored.every((message, index) => isAfterEnd(message, stored[index - 1]))) return undefined;
  const end = timeOf(last);
  const live = toMessages(told.state);
  if (!isEnd(last) || !told.events.every(isBefore(end))) return undefined;
  if (!(timeOf(told.events[0]) < end) && !isHeardIn(last, told.events, live)) return undefined;
  // What was said before an answer was stored is told by what is stored, in whatever words.
  const isEarlier = told.events.every((event) => typeOf(event) !== 'agent.stream.chunk' || timeOf(event) < end);
  if (isAnswer(last) && !isEarlier && !isLastSaid(last.content, stored, live.filter(isAnswer), told.isOver))
    return undefined;
  const errors = stored.some(isStatus('error')) ? [] : live.filter(isStatus('error'));
  const reasons = new Set(stored.map(reasonOf));
  const stops = live.filter((message) => reasonOf(message) !== undefined && !reasons.has(reasonOf(message)));
  // Of several turns, it is not known whose error it is.
  const isOne = stored.filter(({ role }) => role === 'user').length === 1;
  if (errors.length + stops.length > 0 && !isOne) return undefined;
  return [...(isOne ? withFailures(turn, told.state) : turn), ...stops, ...errors];
}

/** Whether the turn before a question has its end. */
function isAfterEnd({ role }: Message, before: Message | undefined): boolean {
  return role !== 'user' || before === undefined || isEnd(before);
}

/** Work that begins after an answer says that it was not the last one. */
function isBefore(end: number): (event: unknown) => boolean {
  return (event) => {
    const at = timeOf(event);
    return at <= end || (!isWork(event) && !Number.isNaN(at));
  };
}

function isWork(event: unknown): boolean {
  const type = typeOf(event);
  return begins(event) || (typeof type === 'string' && /^agent\.(?:tool|step\.started)/.test(type));
}

/**
 * Whether somebody who came in the middle of the end has heard it: its words, if any, are in it. An answer may be stored with the time at which it
 * began.
 */
function isHeardIn(last: Message, events: readonly unknown[], live: readonly Message[]): boolean {
  if (events.some(begins)) return false;
  const heard = live.findLast(isAnswer)?.content.trim() ?? '';
  return heard === '' ? !events.some(isWork) : isAnswer(last) && last.content.includes(heard);
}

function isLastSaid(content: string, stored: readonly Message[], live: readonly Message[], isOver: boolean): boolean {
  const said = live.map((message) => message.content.trim());
  const last = said.at(-1) ?? '';
  // Who came in the middle has heard the end of some words.
  if (stored.some((message) => message.role === 'assistant' && `${message.content}`.includes(last))) return true;
  return isOver && !said.includes(content.trim());
}

function isKept({ role, metadata }: Message): boolean {
  return role !== 'status' || metadata?.status_type === 'error' || metadata?.status_type === 'continuation';
}

function isStatus(type: string): (message: Message) => boolean {
  return ({ role, metadata }) => role === 'status' && metadata?.status_type === type;
}

/** Why a run was stopped. */
function reasonOf({ metadata }: Message): string | undefined {
  return metadata?.continuation?.should_continue === false ? metadata.continuation.stop_reason : undefined;
}
