import { callStatus } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Piece, Script } from '@toolthread/providers/scripted';
import { z } from 'zod';
import { defineTool, policyByTool, runAgent, textValue } from '../src/index.ts';
import type { Append, Limits, Policy, Retry, RunEnd, RunningTool, RunOptions, Tool } from '../src/index.ts';
import type { MemoryLedger } from './memory-ledger.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface RunOn {
  readonly script?: Script;
  readonly model?: Model;
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  readonly signal?: AbortSignal;
  readonly append?: Append;
  readonly limits?: Partial<Limits>;
  readonly clock?: VirtualClock;
  readonly more?: Partial<RunOptions>;
}

/** One run on a ledger in memory, with time that hurries and everything allowed unless the test says otherwise. */
export function runOn(ledger: MemoryLedger, options: RunOn): Promise<RunEnd> {
  return runAgent({
    thread: ledger.state,
    model: options.model ?? scriptedModel(options.script ?? [], { speed: Infinity }),
    tools: options.tools ?? [],
    policy: options.policy ?? policyByTool({}, 'allow'),
    signal: options.signal ?? new AbortController().signal,
    append: options.append ?? ledger.append(),
    clock: options.clock ?? new VirtualClock('hurrying'),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...options.more,
  });
}

export const say = (text: string): Piece => ({ type: 'text', text });
export const call = (name: string, input: { readonly [key: string]: string | number } = {}): Piece => ({
  type: 'call',
  name,
  arguments: input,
});

/** A tool that does what the test wants, with one optional word as input. */
export function tool(
  name: string,
  execute: RunningTool<{ word?: string | undefined }>['execute'],
  more: { readonly safe?: boolean; readonly retry?: Retry } = {},
): Tool {
  return defineTool({ name, description: name, input: z.object({ word: z.string().optional() }), execute, ...more });
}

export const echo: Tool = tool('echo', ({ word }) => textValue(word ?? ''), { safe: true });

/** Each call with its one word: `c1_0 done`. */
export function outcomes(ledger: MemoryLedger): string[] {
  const { calls } = ledger.state;
  return [...calls.byPlace.entries()]
    .map(([, one]) => one)
    .sort((a, b) => (a.scope ?? '').localeCompare(b.scope ?? '') || a.step - b.step || a.part - b.part)
    .map((one) => `${one.id} ${callStatus(one)}`);
}

/** What the model was told of each call, in order. */
export function told(ledger: MemoryLedger): string[] {
  return ledger.of('agent.tool.completed').map(({ parts, error }) => {
    const text = (parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    return text === '' ? (error?.message ?? '') : text;
  });
}

export function statuses(ledger: MemoryLedger): string[] {
  return ledger.of('agent.status').map(({ status }) => status);
}

export const isCompleted =
  (id: string) =>
  (event: LedgerEvent): boolean =>
    event.type === 'agent.tool.completed' && event.call === id;
