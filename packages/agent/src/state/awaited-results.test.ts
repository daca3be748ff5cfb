/** Tools that the provider runs itself and answers in a later response, as Anthropic's wire brings them. */
import { callStatus, emptyThread, fold, LEDGER_VERSION } from '@toolthread/core';
import { nextStepOf } from '@toolthread/core/queries';
import type { EventDraft, ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { ModelEvent } from '@toolthread/core/context';
import { decode, encode } from '@toolthread/providers/anthropic';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { awaitedResults } from './awaited-results.ts';
import { heldToContract } from '../response/held-to-contract.ts';
import { toLedger } from '../response/to-ledger.ts';

const MODEL = 'claude-opus-4-7';
const begin = { type: 'message_start', message: { content: [], usage: { input_tokens: 1, output_tokens: 1 } } };
const block = (index: number, content: object): object[] => [
  { type: 'content_block_start', index, content_block: content },
  { type: 'content_block_stop', index },
];
const words = (index: number, text: string): object[] => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index },
];
const stop = (reason: string): object[] => [
  { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];
const failure = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

const search = (id = 'srvtoolu_1'): object => ({ type: 'server_tool_use', id, name: 'web_search', input: { q: 'x' } });
const found = (id = 'srvtoolu_1'): object => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [{ type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'e' }],
});
const code = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: 'roll()' } };
const ran = { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: { type: 'x', stdout: '6' } };
const roll = {
  type: 'tool_use',
  id: 'toolu_1',
  name: 'roll',
  input: {},
  caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' },
};

async function* framed(frames: readonly object[]): AsyncGenerator<ModelEvent> {
  const decoder = decode({ model: MODEL });
  for (const frame of frames) {
    await Promise.resolve();
    yield* decoder.push(JSON.parse(JSON.stringify(frame)));
  }
  yield* decoder.end();
}

/** A thread in which each response is one list of frames. */
class Responses {
  #state: ThreadState = emptyThread('t');

  constructor() {
    this.write({
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: 'Search it.' }],
      delivery: 'now',
    });
    this.write({ type: 'agent.configured', provider: 'anthropic', api: 'messages', model: MODEL });
  }

  get state(): ThreadState {
    return this.#state;
  }

  write(...drafts: readonly EventDraft[]): void {
    for (const draft of drafts) {
      const seq = this.#state.seq + 1;
      this.#state = fold(this.#state, { v: LEDGER_VERSION, thread: 't', seq, at: 0, ...draft }).state;
    }
  }

  async step(...frames: readonly object[]): Promise<void> {
    const step = nextStepOf(this.#state, undefined);
    const awaited = awaitedResults(this.#state, undefined);
    this.write({ type: 'agent.step.started', step, built_from: this.#state.seq });
    const clock = new VirtualClock('hurrying');
    const response = heldToContract(() => framed([begin, ...frames]), new AbortController().signal, clock);
    for await (const drafts of toLedger(response, { step, clock, awaited })) this.write(...drafts);
  }

  get calls(): string[] {
    return [...this.#state.calls.byPlace.entries()].map(([, call]) => `${call.id} ${callStatus(call)}`).sort();
  }

  /** What is beside its call, or was said twice. */
  get astray(): readonly unknown[] {
    const orphans = [...this.#state.log].filter(({ kind }) => kind === 'orphan');
    return [...this.#state.anomalies.first.toArray(), ...orphans];
  }

  get wire(): unknown {
    return encode({ model: MODEL, messages: completionMessages(this.#state), tools: [] })['messages'];
  }
}

test('a provider that paused gives its result in the next response: it stands under its call', async () => {
  const thread = new Responses();
  await thread.step(...block(0, search()), ...stop('pause_turn'));
  expect(thread.calls).toEqual(['c1_0 called']);
  await thread.step(...block(0, found()), ...words(1, 'Found.'), ...stop('end_turn'));
  expect(thread.calls).toEqual(['c1_0 done']);
  expect(thread.astray).toEqual([]);
  const content = [search(), found(), { type: 'text', text: 'Found.' }];
  expect(thread.wire).toContainEqual({ role: 'assistant', content });
});

test('a provider that waits for a result of ours gives its own in a later response', async () => {
  const thread = new Responses();
  await thread.step(...block(0, code), ...block(1, roll), ...stop('tool_use'));
  expect(thread.calls).toEqual(['c1_0 called', 'c1_1 called']);
  thread.write({ type: 'agent.tool.completed', step: 1, call: 'c1_1', outcome: 'done', parts: [] });
  await thread.step(...block(0, ran), ...words(1, 'It is 6.'), ...stop('end_turn'));
  expect(thread.calls).toEqual(['c1_0 done', 'c1_1 done']);
  expect(thread.astray).toEqual([]);
});

test('a result that came with a response that failed is not taken: it comes again', async () => {
  const thread = new Responses();
  await thread.step(...block(0, search()), ...stop('pause_turn'));
  await thread.step(...block(0, found()), failure);
  expect(thread.calls).toEqual(['c1_0 called']);
  await thread.step(...block(0, found()), ...words(1, 'Found.'), ...stop('end_turn'));
  expect(thread.calls).toEqual(['c1_0 done']);
  expect(thread.astray).toEqual([]);
});

test('[L3] one that never comes is given up when the turn ends, and never looks like running', async () => {
  const thread = new Responses();
  await thread.step(...block(0, search()), ...stop('pause_turn'));
  await thread.step(...block(0, search('srvtoolu_2')), ...stop('pause_turn'));
  expect(thread.calls).toEqual(['c1_0 called', 'c2_0 called']);
  await thread.step(...block(0, found('srvtoolu_2')), ...words(1, 'So.'), ...stop('end_turn'));
  expect(thread.calls).toEqual(['c1_0 interrupted', 'c2_0 done']);
  expect(thread.astray).toEqual([]);
});

test('an id that the provider uses again means its newest call', async () => {
  const thread = new Responses();
  await thread.step(...block(0, search()), ...block(1, found()), ...words(2, 'A.'), ...stop('end_turn'));
  await thread.step(...block(0, search()), ...stop('pause_turn'));
  await thread.step(...block(0, found()), ...block(1, search()), ...block(2, found()), ...stop('end_turn'));
  expect(thread.calls).toEqual(['c1_0 done', 'c2_0 done', 'c3_1 done']);
  expect(thread.astray).toEqual([]);
});
