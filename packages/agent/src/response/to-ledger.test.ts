import { foldAll, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, ThreadState } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { heldToContract } from './held-to-contract.ts';
import type { Response } from './held-to-contract.ts';
import { toLedger } from './to-ledger.ts';

async function* stream(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  for (const event of events) {
    await Promise.resolve();
    yield event;
  }
}

function held(
  events: AsyncIterable<ModelEvent>,
  clock: VirtualClock,
  signal: AbortSignal = new AbortController().signal,
): Response {
  return heldToContract(() => events, signal, clock);
}

async function translate(events: readonly ModelEvent[], scope?: string, signal?: AbortSignal): Promise<EventDraft[]> {
  const all: EventDraft[] = [];
  const clock = new VirtualClock('hurrying');
  for await (const drafts of toLedger(held(stream(events), clock, signal), { step: 3, scope, clock }))
    all.push(...drafts);
  return all;
}

function folded(drafts: readonly EventDraft[]): ThreadState {
  const events = [{ type: 'agent.step.started', step: 3 } satisfies EventDraft, ...drafts];
  return foldAll(events.map((draft, index) => ({ v: LEDGER_VERSION, thread: 't', seq: index + 1, at: 0, ...draft })));
}

/** A model whose next event the test decides on. */
class Tap implements AsyncIterable<ModelEvent> {
  #push: ((event: ModelEvent) => void)[] = [];
  #ready: ModelEvent[] = [];

  async say(event: ModelEvent): Promise<void> {
    const push = this.#push.shift();
    if (push === undefined) this.#ready.push(event);
    else push(event);
    await settle();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ModelEvent> {
    for (;;) yield this.#ready.shift() ?? (await new Promise<ModelEvent>((resolve) => this.#push.push(resolve)));
  }
}

function collect(source: AsyncIterable<ModelEvent>, clock: VirtualClock, writing = Promise.resolve()): EventDraft[][] {
  const batches: EventDraft[][] = [];
  void (async () => {
    for await (const drafts of toLedger(held(source, clock), { step: 1, clock })) {
      batches.push([...drafts]);
      await writing;
    }
  })();
  return batches;
}

const text = (words: string, part = 0): ModelEvent => ({ type: 'text.delta', part, text: words });
const END: ModelEvent = { type: 'end', reason: 'stop' };

test('the first words of a part go out at once, the next ones after 75 ms', async () => {
  const [clock, tap] = [new VirtualClock(), new Tap()];
  const batches = collect(tap, clock);
  await tap.say(text('The '));
  expect(batches).toEqual([[{ type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'The ' }]]);
  await tap.say(text('parser '));
  await clock.pass(74);
  await tap.say(text('is old'));
  expect(batches).toHaveLength(1);
  await clock.pass(1);
  expect(batches[1]).toEqual([{ type: 'agent.text.delta', step: 1, part: 0, offset: 4, text: 'parser is old' }]);
  await tap.say({ type: 'reasoning.delta', part: 1, text: 'Hm' });
  expect(batches[2]).toEqual([{ type: 'agent.reasoning.delta', step: 1, part: 1, offset: 0, text: 'Hm' }]);
});

test('a kilobyte does not wait for the clock', async () => {
  const [clock, tap] = [new VirtualClock(), new Tap()];
  const batches = collect(tap, clock);
  await tap.say(text('a'));
  await tap.say(text('b'.repeat(1000)));
  expect(batches).toHaveLength(1);
  await tap.say(text('c'.repeat(24)));
  expect(batches).toHaveLength(2);
  expect(batches[1]).toMatchObject([{ offset: 1, text: `${'b'.repeat(1000)}${'c'.repeat(24)}` }]);
});

test('a slow ledger makes larger deltas, not a longer queue', async () => {
  const [clock, tap] = [new VirtualClock(), new Tap()];
  let release = (): void => undefined;
  const writing = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batches = collect(tap, clock, writing);
  for (let n = 0; n < 50; n += 1) {
    await tap.say(text('word '));
    await clock.pass(100);
  }
  expect(batches).toHaveLength(1);
  release();
  await settle();
  expect(batches).toHaveLength(2);
  expect(batches[1]).toMatchObject([{ offset: 5, text: 'word '.repeat(49) }]);
});

test('no delta ends in half a character', async () => {
  const [clock, tap] = [new VirtualClock(), new Tap()];
  const batches = collect(tap, clock);
  await tap.say(text('a\ud83d'));
  await tap.say(text('\udd27b'));
  await clock.pass(75);
  expect(batches.flat()).toMatchObject([
    { offset: 0, text: 'a' },
    { offset: 1, text: '🔧b' },
  ]);
});

test('[L1] however the deltas are cut, the fold is the same, and no event is an anomaly', async () => {
  const words = fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(words, words, async (texts, inputs) => {
      const drafts = await translate([
        ...texts.map((piece) => text(piece)),
        { type: 'part', part: 0, kind: 'text' },
        ...inputs.map((piece): ModelEvent => ({ type: 'input.delta', part: 1, text: piece, name: 'save_file' })),
        { type: 'call', part: 1, name: 'save_file', arguments: inputs.join(''), runs: 'here' },
        { type: 'end', reason: 'tool_calls' },
      ]);
      const state = folded(drafts);
      expect(state.anomalies.first.toArray()).toEqual([]);
      expect(state.steps.get('3|')?.parts.at(0)).toMatchObject({ kind: 'text', text: texts.join('') });
      expect(state.calls.byPlace.get('3|1|')).toMatchObject({ id: 'c3_1', arguments: inputs.join(''), recorded: true });
    }),
  );
});

test('calls are recorded together, last, and only when the response is complete', async () => {
  const calls: ModelEvent[] = [
    { type: 'call', part: 0, name: 'a', arguments: '{}', runs: 'here', providerId: 'toolu_1' },
    { type: 'call', part: 1, name: 'b', arguments: '{"x": 1}', runs: 'here' },
  ];
  const whole = await translate([
    ...calls,
    { type: 'end', reason: 'tool_calls', usage: { input_tokens: 1, output_tokens: 2 } },
  ]);
  expect(whole).toEqual([
    { type: 'agent.tool.called', step: 3, part: 0, call: 'c3_0', provider_id: 'toolu_1', name: 'a', arguments: '{}' },
    { type: 'agent.tool.called', step: 3, part: 1, call: 'c3_1', name: 'b', arguments: '{"x": 1}' },
    {
      type: 'agent.step.completed',
      step: 3,
      finish_reason: 'tool_calls',
      usage: { input_tokens: 1, output_tokens: 2 },
      duration_ms: 0,
    },
  ]);
  for (const reason of ['error', 'overflow', 'aborted'] as const) {
    const end: ModelEvent = { type: 'end', reason, error: { message: 'gone', retryable: true } };
    const cut = await translate([...calls, end], undefined, reason === 'aborted' ? AbortSignal.abort() : undefined);
    expect(cut).toMatchObject([{ type: 'agent.step.completed', finish_reason: reason, error: { message: 'gone' } }]);
    expect('discarded' in (cut[0] ?? {})).toBe(reason !== 'aborted');
  }
});

test('ids are ours, and those of a scope carry its name', async () => {
  const called = await translate(
    [
      { type: 'call', part: 2, name: 'a', arguments: '', runs: 'here' },
      { type: 'end', reason: 'stop' },
    ],
    'agent:Coder 1',
  );
  expect(called[0]).toMatchObject({ call: 'agent-Coder-1-c3_2' });
});

test('what the provider ran itself is recorded as it comes, with its result', async () => {
  const blob = { provider: 'p', api: 'a', model: 'm', data: { x: 1 } };
  const drafts = await translate([
    { type: 'call', part: 0, name: 'web_search', arguments: '{}', runs: 'provider', providerId: 's1', blob },
    { type: 'result', part: 1, providerId: 's1', outcome: 'done', parts: [{ type: 'text', text: 'found' }], blob },
    { type: 'call', part: 2, name: 'web_search', arguments: '{}', runs: 'provider', providerId: 's2' },
    END,
  ]);
  expect(drafts).toMatchObject([
    { type: 'agent.tool.called', call: 'c3_0', runs: 'provider', blob },
    { type: 'agent.tool.completed', step: 3, call: 'c3_0', outcome: 'done' },
    { type: 'agent.part.completed', part: 1, kind: 'opaque', blob },
    { type: 'agent.tool.called', call: 'c3_2' },
    { type: 'agent.tool.completed', call: 'c3_2', outcome: 'interrupted' },
    { type: 'agent.step.completed' },
  ]);
  expect(folded(drafts).anomalies.count).toBe(0);
});

test('a stream that throws or just stops is a failed attempt, not a hang', async () => {
  async function* broken(): AsyncGenerator<ModelEvent> {
    yield text('I w');
    await Promise.resolve();
    throw new Error('socket closed');
  }
  const drafts: EventDraft[] = [];
  const clock = new VirtualClock('hurrying');
  for await (const batch of toLedger(held(broken(), clock), { step: 1, clock })) drafts.push(...batch);
  expect(drafts.at(-1)).toMatchObject({ discarded: true, error: { message: 'socket closed' } });
  expect((await translate([text('a')])).at(-1)).toMatchObject({ discarded: true, finish_reason: 'error' });
});
