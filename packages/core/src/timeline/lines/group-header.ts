/** The header of a closed group: its state now. */
import { callResult, callStatus } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
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
  /** Once it is over: how long its calls took, without waiting for a person, where their times tell it. */
  readonly durationMs: number | undefined;
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
  if (tally.calls === 0 && state !== 'thinking') return undefined;
  return {
    state,
    label: labelOf(state, group, language),
    calls: tally.calls,
    call: state === 'working' ? newestOpenCall(group) : undefined,
    counts: { ...tally, lost: withoutResult(group) },
    durationMs: isOver(state) ? durationOf(group) : undefined,
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

/**
 * Whether a group has anything to open: not if all that was called in it waits for a person, below it.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const group = [...timeline(exampleThread).items].find((item) => item.kind === 'group');
 * group && hasEntries(group); //=> true
 */
export function hasEntries({ entries }: Pick<GroupItem, 'entries'>): boolean {
  for (const entry of entries) if (entry.kind !== 'gone') return true;
  return false;
}

/** Somebody may speak in the middle of a group: its calls go on, and how long they take is not known yet. */
function isOver(state: GroupState): boolean {
  return state !== 'thinking' && state !== 'working' && state !== 'waiting';
}

/** Some files round their times: a zero of one call says nothing of the others. And records that were all written at one moment tell no time. */
function durationOf({ endedAt, entries, tally }: GroupItem): number | undefined {
  if (endedAt === undefined || tally.calls === 0) return undefined;
  const calls = [...entries].flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
  const ms = coveredMs(calls.flatMap(workSpans));
  return ms > 0 || calls.every((call) => callResult(call)?.durationMs !== undefined) ? ms : undefined;
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
