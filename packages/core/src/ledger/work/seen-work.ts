import { PersistentMap } from '../../structure/persistent-map.ts';
import { callNameKey, stepKey } from '../fold/scope-key.ts';
import type { LedgerEvent } from '../ledger-event.ts';
import { isPersonsWord } from '../queries/hearing.ts';
import { isAtWork } from '../scope-kind.ts';
import { lengthOf, LONGEST_GAP_MS, spansIn, until } from './spans.ts';
import type { Span } from './spans.ts';
import { clockSpans, NEW_CLOCK, ran, rested, saw, waited } from './work-clock.ts';
import type { WorkClock } from './work-clock.ts';

/** When there was work in a thread, by the times of all that was recorded. */
export interface SeenWork {
  readonly clock: WorkClock;
  /** Since when requests are open. */
  readonly asked: PersistentMap<number>;
  /** Since when calls run, and which of them asked a person, by scope and id. */
  readonly running: PersistentMap<number>;
  readonly asking: PersistentMap<true>;
  /** Since when the last turn is over; undefined if nothing says so. */
  readonly over: number | undefined;
  /** When responses of subagents began: they may work while nobody has asked the agent itself for more. */
  readonly children: PersistentMap<number>;
  /** Of the newest part of a thread: how long there was work before it, beside what the clock says. */
  readonly before: number;
}

type RequestOpened = Extract<LedgerEvent, { type: 'request.opened' }>;
type ToolCalled = Extract<LedgerEvent, { type: 'agent.tool.called' }>;
type ToolCompleted = Extract<LedgerEvent, { type: 'agent.tool.completed' }>;

/** Of a thread before its first event. */
export const NOTHING_SEEN: SeenWork = {
  clock: NEW_CLOCK,
  asked: PersistentMap.empty(),
  running: PersistentMap.empty(),
  asking: PersistentMap.empty(),
  over: undefined,
  children: PersistentMap.empty(),
  before: 0,
};

/** How long there was work before `end`. */
export function seenMs({ clock, before }: SeenWork, end: number): number {
  return before + lengthOf(until(end, clockSpans(clock).worked));
}

/** The first and the last time that was recorded. */
export function seenTimes({ clock }: SeenWork): Span | undefined {
  const near = spansIn(clock.near);
  const [first, last] = [near[0], near.at(-1)];
  return first && last && [first[0], last[1] - LONGEST_GAP_MS];
}

/** What is kept of it where a thread is cut: as JSON, and as long for any thread. */
export interface SeenBefore extends Pick<SeenWork, 'before' | 'over'> {
  /** The first and the last; none where no record has a time. */
  readonly times: readonly number[];
}

/** Where nothing runs and nobody is asked. `end`: what is later does not count. */
export function seenBefore(seen: SeenWork, end: number): SeenBefore {
  const kept = { times: seenTimes(seen) ?? [], over: seen.over, before: 0 };
  return { ...kept, before: seenMs(seen, end) - seenMs(seenAfter(kept), end) };
}

/** After a cut. What follows has no times before it, or they count twice. */
export function seenAfter({ times, over, before }: SeenBefore): SeenWork {
  return { ...NOTHING_SEEN, clock: times.reduce(saw, NEW_CLOCK), over, before };
}

/** After one more event. */
export function seeWork(before: SeenWork, event: LedgerEvent): SeenWork {
  const noted = SEEN.has(event.type) ? withClock(before, saw(before.clock, event.at)) : before;
  const seen = event.scope === undefined ? seeTurn(noted, event) : seeChild(noted, event);
  if (event.type === 'request.opened') return asks(seen, event);
  if (event.type === 'request.resolved') {
    const clock = waited(seen.clock, seen.asked.get(event.request) ?? 0, event.at);
    return { ...seen, clock, asked: seen.asked.delete(event.request) };
  }
  if (event.type === 'agent.tool.called') return isNew(seen, event);
  if (event.type === 'agent.tool.started' && event.call !== undefined)
    return { ...seen, running: seen.running.set(callKey(event.scope, event.call), event.at) };
  return event.type === 'agent.tool.completed' ? ends(seen, event) : seen;
}

/** When a turn ended, by what was recorded, and when a person asked for more. */
function seeTurn(seen: SeenWork, event: LedgerEvent): SeenWork {
  if (event.type === 'agent.step.completed')
    return { ...seen, over: event.finish_reason === 'stop' ? event.at : undefined };
  if (event.type === 'agent.status') return { ...seen, over: isAtWork(event.status) ? undefined : event.at };
  // Whoever goes on with a copy of something that was open asks for more: until then nobody was at work in it.
  if (event.type === 'thread.created' && event.agent === 'here')
    return { ...seen, over: seen.over ?? seenTimes(seen)?.[1] };
  if (seen.over === undefined) return seen;
  if (event.type === 'agent.step.started' || event.type === 'context.compacted') return { ...seen, over: undefined };
  if (event.type !== 'message.posted' || !isPersonsWord(event) || event.at <= seen.over) return seen;
  return { ...seen, clock: rested(seen.clock, seen.over, event.at), over: undefined };
}

function seeChild(seen: SeenWork, event: LedgerEvent): SeenWork {
  if (event.type === 'agent.step.started')
    return { ...seen, children: seen.children.set(stepKey(event.scope, event.step), event.at) };
  if (event.type !== 'agent.step.completed') return seen;
  const key = stepKey(event.scope, event.step);
  const clock = ran(seen.clock, seen.children.get(key), event.at, undefined);
  return { ...seen, clock, children: seen.children.delete(key) };
}

/** Ids are used again: what is known of an earlier call that had it, and never ended, is not of this one. */
function isNew(seen: SeenWork, { scope, call }: ToolCalled): SeenWork {
  const { asking, running } = seen;
  if (asking.size === 0 && running.size === 0) return seen;
  const key = callKey(scope, call ?? '');
  if (!asking.has(key) && !running.has(key)) return seen;
  return { ...seen, running: running.delete(key), asking: asking.delete(key) };
}

function asks(seen: SeenWork, { scope, call, request, at }: RequestOpened): SeenWork {
  const asking = call === undefined ? seen.asking : seen.asking.set(callKey(scope, call), true);
  return { ...seen, asking, asked: seen.asked.set(request, at) };
}

function ends(seen: SeenWork, { scope, call, at, duration_ms: lasted }: ToolCompleted): SeenWork {
  if (call === undefined) return seen;
  const { asking, running, clock } = seen;
  // An import tells of no call when it was started.
  if (asking.size === 0 && running.size === 0) return withClock(seen, ran(clock, undefined, at, lasted));
  const key = callKey(scope, call);
  return {
    ...seen,
    running: running.delete(key),
    asking: asking.delete(key),
    clock: asking.has(key) ? clock : ran(clock, running.get(key), at, lasted),
  };
}

function callKey(scope: string | undefined, call: string): string {
  return callNameKey(scope, undefined, call);
}

function withClock(seen: SeenWork, clock: WorkClock): SeenWork {
  return clock === seen.clock ? seen : { ...seen, clock };
}

/** What was said, thought or done. That a thread was opened, named, set up or read is no work in it; and how words were cut into deltas changes nothing. */
const SEEN: ReadonlySet<LedgerEvent['type']> = new Set([
  'message.posted',
  'agent.status',
  'context.compacted',
  'agent.step.started',
  'agent.step.completed',
  'agent.tool.called',
  'agent.tool.started',
  'agent.tool.completed',
  'request.opened',
  'request.resolved',
]);
