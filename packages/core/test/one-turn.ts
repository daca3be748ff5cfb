/** One turn of one agent, written as events and folded: what the tests of the timeline's text draw. */
import { threadOf } from '../src/timeline/timeline.ts';
import type { EventDraft, LedgerEvent, Outcome } from '../src/index.ts';
import { timeline } from '../src/index.ts';
import type { Call } from '../src/ledger/call.ts';
import type { ContentPart, Failure } from '../src/ledger/content-part.ts';
import type { Json } from '../src/ledger/json/json.ts';
import type { GroupItem, Timeline } from '../src/timeline/item.ts';
import { eventsOf } from './events-of.ts';

/** Words of the step, or a call of it. A call without an outcome goes on running. */
export type Said = string | MadeCall;

export interface MadeCall {
  readonly name: string;
  readonly args?: string;
  readonly id?: string;
  readonly outcome?: Outcome;
  readonly result?: string;
  /** A result that is not only words. */
  readonly parts?: readonly ContentPart[];
  readonly structured?: Json;
  readonly error?: Failure;
  readonly fullSize?: number;
  readonly output?: string;
  readonly unnamed?: boolean;
}

/** `made('pwd', '/app')`: a call that is done. */
export function made(name: string, result?: string, more: Partial<MadeCall> = {}): MadeCall {
  return { name, outcome: 'done', ...(result === undefined ? {} : { result }), ...more };
}

/** The same, with arguments: `called('read_file', { path: 'a' }, 'text')`. */
export function called(name: string, args: Json, result?: string, more: Partial<MadeCall> = {}): MadeCall {
  return made(name, result, { args: JSON.stringify(args), ...more });
}

/** The events of one step; `settle` closes it and ends the run. */
function turnEvents(said: readonly Said[], { settle = true } = {}): LedgerEvent[] {
  const calls = said.map((each, part) => ({ each, part }));
  return eventsOf([
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    ...calls.map(({ each, part }): EventDraft =>
      typeof each === 'string'
        ? { type: 'agent.text.delta', step: 1, part, offset: 0, text: each }
        : {
            type: 'agent.tool.called',
            step: 1,
            part,
            ...callOf(each, part),
            name: each.name,
            arguments: each.args ?? '{}',
          },
    ),
    ...calls.flatMap(({ each, part }) => (typeof each === 'string' ? [] : lifeOf(each, part))),
    ...(settle
      ? ([
          { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
          { type: 'agent.status', status: 'completed' },
        ] as const)
      : []),
  ]);
}

function callOf(each: MadeCall, part: number): { call?: string } {
  return each.unnamed === true ? {} : { call: each.id ?? `c${part}` };
}

function lifeOf(each: MadeCall, part: number): EventDraft[] {
  const of = { step: 1, ...callOf(each, part), name: each.name };
  const { call } = callOf(each, part);
  const started: EventDraft[] = [{ type: 'agent.tool.started', ...of }];
  if (each.output !== undefined && call !== undefined) {
    started.push({ type: 'agent.tool.output.delta', step: 1, call, offset: 0, text: each.output });
  }
  if (each.outcome === undefined) return started;
  return [
    ...started,
    {
      type: 'agent.tool.completed',
      ...of,
      outcome: each.outcome,
      ...(each.result === undefined ? {} : { parts: [{ type: 'text', text: each.result }] }),
      ...(each.parts === undefined ? {} : { parts: each.parts }),
      ...(each.structured === undefined ? {} : { structured: each.structured }),
      ...(each.error === undefined ? {} : { error: each.error }),
      ...(each.fullSize === undefined ? {} : { full_size: each.fullSize }),
    },
  ];
}

export function turnTimeline(said: readonly Said[], options: { settle?: boolean } = {}): Timeline {
  return timeline(threadOf(turnEvents(said, options)));
}

/** The turn's group. */
export function turnGroup(said: readonly Said[], options: { settle?: boolean } = {}): GroupItem {
  return groupOf(turnTimeline(said, options));
}

function groupOf({ items }: Timeline): GroupItem {
  for (const item of items) if (item.kind === 'group') return item;
  throw new Error('the turn has no group');
}

/** The only call of a turn. */
export function oneCall(call: MadeCall): Call {
  for (const entry of turnGroup([call], { settle: call.outcome !== undefined }).entries) {
    if (entry.kind === 'call') return entry.call;
  }
  throw new Error('the turn has no call');
}
