/** The header of a closed group: its state now. */
import { callResult, callStatus } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import { NEW_CLOCK, ran, clockSpans, saw, waited } from '../../ledger/work/work-clock.ts';
import type { WorkClock } from '../../ledger/work/work-clock.ts';
import { english } from '../../text/language/english.ts';
import type { Language } from '../../text/language/language.ts';
import type { GroupItem } from '../item.ts';
import type { Tally } from '../place/tally.ts';
import { tryingAgain } from './answer-text.ts';
import { coveredMs, workSpans } from './work-spans.ts';

/** The one word for a group. */
export type GroupState = 'thinking' | 'working' | 'waiting' | 'failed' | 'interrupted' | 'done';

/** What a group's header says. */
export interface GroupHeader {
  readonly state: GroupState;
  /** `Thinking…`, `Trying again…`, `Working`, `🔧 5 tool calls`. */
  readonly label: string;
  readonly calls: number;
  /** While working: the newest that runs; while none runs yet, the newest that is about to. */
  readonly call: Call | undefined;
  readonly counts: HeaderCounts;
  /**
   * Once it is over: how long its calls took, where they tell it, else how long it took itself, without the time in which it did nothing
   * but wait for a person.
   */
  readonly durationMs: number | undefined;
  /** Whose time that is: its calls tell it, or it is what passed from its first record to its last. */
  readonly durationOf: 'calls' | 'group' | undefined;
  /** A check mark: every call is done, and none failed ([L3]). */
  readonly check: boolean;
}

/** How many calls of a group a reader must not miss, by what became of them. */
export type HeaderCounts = Pick<Tally, 'failed' | 'waiting' | 'interrupted' | 'denied' | 'skipped' | 'lost'>;

const COUNTED: readonly (keyof HeaderCounts)[] = ['failed', 'waiting', 'interrupted', 'denied', 'skipped', 'lost'];

/**
 * What a group's header says. Undefined for a group that has neither a call nor anybody at work.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const group = [...timeline(exampleThread).items].find((item) => item.kind === 'group');
 * group && groupHeader(group)?.label; //=> '🔧 2 tool calls'
 */
export function groupHeader(group: GroupItem, language: Language = english): GroupHeader | undefined {
  const { tally } = group;
  const state = stateOf(group);
  const took = isOver(state) ? durationOf(group) : undefined;
  if (tally.calls === 0 && state !== 'thinking') return undefined;
  return {
    state,
    label: labelOf(state, group, language),
    calls: tally.calls,
    call: state === 'working' ? newestOpenCall(group) : undefined,
    counts: { ...tally, lost: withoutResult(group) },
    durationMs: took?.ms,
    durationOf: took?.of,
    check: state === 'done' && tally.done === tally.calls,
  };
}

/**
 * What a reader must not miss of a group, in the order it is said.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * import { groupHeader } from '@toolthread/core/lines';
 * const group = [...timeline(exampleThread).items].find((item) => item.kind === 'group');
 * const header = group && groupHeader(group);
 * header && headerCounts(header); //=> [{ name: 'failed', text: '1 failed' }]
 */
export function headerCounts(
  { counts }: GroupHeader,
  { say }: Language = english,
): readonly { name: keyof HeaderCounts; text: string }[] {
  return COUNTED.filter((name) => counts[name] > 0).map((name) => ({
    name,
    text: say(name === 'lost' ? '{n} without result' : `{n} ${name}`, { n: counts[name] }),
  }));
}

function stateOf(group: GroupItem): GroupState {
  const { tally, active } = group;
  if (tally.streaming + tally.running + tally.retrying > 0) return 'working';
  // What was called and has not begun is under way while somebody is at work.
  if (active && tally.called > 0) return 'working';
  if (tally.waiting > 0) return 'waiting';
  if (active) return 'thinking';
  if (tally.failed > 0) return 'failed';
  return tally.interrupted + withoutResult(group) > 0 ? 'interrupted' : 'done';
}

/**
 * Whether what was called in the group and has not begun still will: somebody is at work, or waits for a person before going on.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const group = [...timeline(exampleThread).items].find((item) => item.kind === 'group');
 * group && goesOn(group); //=> false
 */
export function goesOn({ active, tally }: GroupItem): boolean {
  return active || tally.waiting > 0;
}

/** What was called and will not begin has no result either, whether or not its thread is closed. */
function withoutResult(group: GroupItem): number {
  return group.tally.lost + (goesOn(group) ? 0 : group.tally.called);
}

/** What a group says last, while it goes on: its words, or that somebody thinks. */
export function liveText(group: GroupItem, header: GroupHeader | undefined = groupHeader(group)): string {
  if (group.live.trim() !== '') return group.live;
  return header?.state === 'thinking' && header.calls > 0 ? header.label : '';
}

/** Somebody may speak in the middle of a group: its calls go on, and how long they take is not known yet. */
function isOver(state: GroupState): boolean {
  return state !== 'thinking' && state !== 'working' && state !== 'waiting';
}

function durationOf({
  at,
  endedAt,
  entries,
  tally,
}: GroupItem): { readonly ms: number; readonly of: 'calls' | 'group' } | undefined {
  if (endedAt === undefined) return undefined;
  const calls = tally.calls === 0 ? [] : [...entries].flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
  const isTold = calls.some((call) => callResult(call)?.durationMs !== undefined);
  // Some files round their times: a zero of one call says nothing of the others.
  const told = isTold ? coveredMs(calls.flatMap((call) => workSpans(fromItsCall(call)))) : 0;
  if (told > 0 || (isTold && calls.every((call) => callResult(call)?.durationMs !== undefined)))
    return { ms: told, of: 'calls' };
  const ms = coveredMs(clockSpans(calls.reduce(seeCall, saw(saw(NEW_CLOCK, at), endedAt))).worked);
  // Events that were all written at one moment do not tell it.
  return ms > 0 ? { ms, of: 'group' } : undefined;
}

/** By the clock of the thread: a pause counts as it does there. */
function seeCall(clock: WorkClock, call: Call): WorkClock {
  const { openedAt = 0, settled } = call.request ?? {};
  const result = callResult(call);
  // What is lost ends with its thread, whenever that is: it does not tell how long there was work.
  const seen = saw(saw(clock, call.calledAt ?? 0), result?.outcome === 'lost' ? 0 : (result?.at ?? 0));
  const worked = workSpans(call).reduce((so, [from, to]) => ran(so, from, to, undefined), seen);
  return waited(worked, openedAt, settled?.at ?? 0);
}

/** A file tells when a call was made and when it ended, mostly not when it began to run. What never ran took no time. */
function fromItsCall(call: Call): Call {
  const status = callStatus(call);
  const ran = call.startedAt === undefined && (status === 'done' || status === 'failed');
  return ran ? { ...call, startedAt: call.calledAt } : call;
}

function labelOf(state: GroupState, { entries, tally }: GroupItem, language: Language): string {
  const last = entries.last();
  // An attempt failed, and nothing has come of the next one yet.
  if (state === 'thinking') {
    return last?.kind === 'discarded' ? `${tryingAgain(last.retry, language)}…` : language.say('Thinking…');
  }
  return state === 'working' ? language.say('Working') : toolCalls(tally.calls, language);
}

/** `🔧 5 tool calls` */
export function toolCalls(count: number, language: Language = english): string {
  return `🔧 ${language.count(count, 'tool call')}`;
}

function newestOpenCall({ entries }: GroupItem): Call | undefined {
  let upcoming: Call | undefined;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries.at(index);
    if (entry?.kind !== 'call') continue;
    const status = callStatus(entry.call);
    if (status === 'running' || status === 'retrying') return entry.call;
    if (status === 'streaming' || status === 'called') upcoming ??= entry.call;
  }
  return upcoming;
}
