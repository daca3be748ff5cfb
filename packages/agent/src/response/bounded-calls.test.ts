import type { Model, ModelEvent, ModelRequest } from '@toolthread/core/context';
import { expect, test, vi } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { echo, outcomes, runOn, told } from '../../test/run-on.ts';
import { ARGUMENT_BOUNDS } from '../argument-bounds.ts';
import { parseArguments } from '../tool/parse-arguments.ts';
import { MOST_BYTES, MOST_CALLS, MOST_LETTERS, MOST_PARTS } from './bounded-calls.ts';
import { TURN_LETTERS } from './in-turns.ts';

const { characters, depth, values } = ARGUMENT_BOUNDS;
const wide = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`;

const TOO_MUCH: readonly (readonly [string, string, string])[] = [
  ['100,000 keys', wide(100_000), `more than ${values} values`],
  ['one key too many', wide(values + 1), `more than ${values} values`],
  ['a list of empty lists', `{"word":[${'[],'.repeat(300_000)}[]]}`, `more than ${values} values`],
  ['lists in lists', '['.repeat(500_000), `nested deeper than ${depth}`],
  ['objects in objects', `${'{"word":'.repeat(depth + 1)}1${'}'.repeat(depth + 1)}`, `nested deeper than ${depth}`],
  ['a long word', `{"word":"${'x'.repeat(characters)}"}`, `more than ${characters} characters`],
  ['a word of escaped quotes', `{"word":"${'\\"'.repeat(750_000)}"}`, `more than ${characters} characters`],
  ['spaces', `{}${' '.repeat(characters)}`, `more than ${characters} characters`],
  ['no JSON at all', 'x'.repeat(6_000_000), `more than ${characters} characters`],
];

/** One call with these arguments, streamed in pieces or said at once, then the end; and what it was asked the second time. */
function hostileModel(text: string, pieces: number): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  async function* first(): AsyncGenerator<ModelEvent> {
    const size = Math.ceil(text.length / Math.max(1, pieces));
    for (let at = 0; pieces > 0 && at < text.length; at += size) {
      const name = at === 0 ? { name: 'echo' } : {};
      yield { type: 'input.delta', part: 0, text: text.slice(at, at + size), ...name };
    }
    const blob = { provider: 'p', api: 'a', model: 'm', data: { input: text } };
    yield { type: 'call', part: 0, name: 'echo', arguments: text, runs: 'here', blob };
    yield { type: 'end', reason: 'tool_calls' };
  }
  async function* second(): AsyncGenerator<ModelEvent> {
    yield { type: 'text.delta', part: 0, text: 'ok' };
    yield { type: 'end', reason: 'stop' };
  }
  return {
    provider: 'p',
    api: 'a',
    model: 'm',
    asked,
    stream: (request) => (asked.push(request) === 1 ? first() : second()),
  };
}

test.each(TOO_MUCH.flatMap(([name, text, why]) => [0, 1, 50].map((pieces) => [name, pieces, text, why] as const)))(
  '[A2 5] a call with %s, in %i pieces: nobody parses it, little of it is kept, and the model is told',
  async (_name, pieces, text, why) => {
    const parse = vi.spyOn(JSON, 'parse');
    const ledger = MemoryLedger.withPrompt('go');
    const model = hostileModel(text, pieces);
    expect(await runOn(ledger, { model, tools: [echo] })).toEqual({ ended: 'completed' });
    const longest = parse.mock.calls.reduce((most, [given]) => Math.max(most, given.length), 0);
    parse.mockRestore();
    expect(outcomes(ledger)).toEqual(['c1_0 failed']);
    expect(told(ledger)[0]).toContain(why);
    // Of what is kept, every letter may be escaped in an event.
    expect(longest).toBeLessThan(3 * characters);
    const kept = ledger.of('agent.tool.called')[0]?.arguments ?? '';
    expect(kept.length).toBeLessThanOrEqual(characters + 1);
    expect(text.startsWith(kept)).toBe(true);
    // Deltas, the call and its result: nothing has it twice, and no blob has the rest.
    expect(JSON.stringify(ledger.events).length).toBeLessThan(5 * characters);
    expect(JSON.stringify(model.asked).length).toBeLessThan(5 * characters);
    expect([...kept.matchAll(/[,[{]/g)].length).toBeLessThanOrEqual(values + 1);
  },
);

test.each([
  ['as many keys', wide(values)],
  ['as deep', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['as long', `{"a":"${'x'.repeat(characters - 8)}"}`],
])('[A2 5] arguments that are just %s as may be are taken', (_, text) => {
  expect(parseArguments(text).ok).toBe(true);
});

test.each(TOO_MUCH)('[A2 5] arguments that a person edits are bounded too: %s', (_, text, why) => {
  const parse = vi.spyOn(JSON, 'parse');
  const parsed = parseArguments(text);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining(why) });
});

/** A model that never stops, and whether it was left. */
function endless(
  piece: (part: number) => ModelEvent,
): Model & { readonly said: () => number; readonly left: () => boolean } {
  let said = 0;
  let left = false;
  async function* stream(): AsyncGenerator<ModelEvent> {
    try {
      for (;;) yield piece(said++);
    } finally {
      left = true;
    }
  }
  return { provider: 'p', api: 'a', model: 'm', stream, said: () => said, left: () => left };
}

const LONG = `{"word":"${'x'.repeat(500_000)}"}`;
const begun = (n: number) => ({ ...(n === 0 ? { name: 'echo' } : {}), text: 'x'.repeat(500_000) });
const small = (part: number) => ({ part, name: 'echo', arguments: '{"word":"x"}' });
test.each<[string, (part: number) => ModelEvent, string]>([
  ['calls', (part) => ({ type: 'call', runs: 'here', ...small(part) }), `${MOST_CALLS} calls`],
  ['calls of the provider', (part) => ({ type: 'call', runs: 'provider', ...small(part) }), `${MOST_CALLS} calls`],
  ['calls that begin', (part) => ({ type: 'input.delta', part, name: 'echo', text: '{' }), `${MOST_CALLS} calls`],
  ['words', (part) => ({ type: 'text.delta', part, text: 'x' }), `${MOST_PARTS} pieces`],
  ['thoughts', (part) => ({ type: 'reasoning.delta', part, text: 'x' }), `${MOST_PARTS} pieces`],
  ['long words', () => ({ type: 'text.delta', part: 0, text: 'x'.repeat(500_000) }), 'more than 4 MB'],
  ['long thoughts', () => ({ type: 'reasoning.delta', part: 0, text: '語'.repeat(99_999) }), 'more than 4 MB'],
  ['long names', (part) => ({ type: 'call', runs: 'here', part, name: LONG, arguments: '{}' }), 'more than 4 MB'],
  ['long names of calls under way', (part) => ({ type: 'input.delta', part, name: LONG, text: '' }), 'more than 4 MB'],
  [
    'long ids',
    (part) => ({ type: 'call', runs: 'here', part, name: 'echo', providerId: LONG, arguments: '{}' }),
    'more than 4 MB',
  ],
  ['long arguments', (part) => ({ type: 'call', runs: 'here', part, name: 'echo', arguments: LONG }), 'more than 4 MB'],
  ['words of one call', (n) => ({ type: 'input.delta', part: 0, ...begun(n) }), `${MOST_LETTERS} letters`],
  ['parts', (part) => ({ type: 'part', part, kind: 'opaque' }), `${MOST_PARTS} pieces`],
])('an answer of %s without end is left, and told as what it is: nothing of it runs', async (_, piece, most) => {
  const ledger = MemoryLedger.withPrompt('go');
  const model = endless(piece);
  expect(await runOn(ledger, { model, tools: [echo] })).toMatchObject({ ended: 'failed' });
  expect([model.said() < MOST_PARTS + 100, model.left()]).toEqual([true, true]);
  const ends = ledger.events.filter((event) => event.type === 'agent.step.completed');
  expect(ends).toMatchObject([
    { discarded: true, error: { code: 'answer_too_long', message: expect.stringContaining(most) } },
  ]);
  expect(ledger.events.filter(({ type }) => type === 'agent.tool.started')).toEqual([]);
  expect(ledger.events.length).toBeLessThan(MOST_PARTS + 500);
});

test('letters count by their bytes: what is kept of an answer is bounded, in whatever language it is', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { model: endless(() => ({ type: 'text.delta', part: 0, text: '語'.repeat(9_999) })) });
  const kept = ledger.of('agent.text.delta').reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(kept).toBeLessThanOrEqual(MOST_BYTES);
});

test('as many calls as there may be run', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  let asked = 0;
  async function* stream(): AsyncGenerator<ModelEvent> {
    asked += 1;
    for (let part = 0; asked === 1 && part < MOST_CALLS; part += 1)
      yield { type: 'call', runs: 'here', ...small(part) };
    yield { type: 'end', reason: asked === 1 ? 'tool_calls' : 'stop' };
  }
  await runOn(ledger, { model: { provider: 'p', api: 'a', model: 'm', stream }, tools: [echo] });
  expect(outcomes(ledger)).toHaveLength(MOST_CALLS);
});

test('however much is said at once, others are heard between its pieces, and all of it is said', async () => {
  const text = 'Grüße 😀 '.repeat(60_000);
  const ledger = MemoryLedger.withPrompt('go');
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns += 1;
    turning = setImmediate(turn);
  });
  async function* stream(): AsyncGenerator<ModelEvent> {
    yield { type: 'text.delta', part: 0, text };
    yield { type: 'end', reason: 'stop' };
  }
  await runOn(ledger, { model: { provider: 'p', api: 'a', model: 'm', stream } });
  clearImmediate(turning);
  expect(
    ledger
      .of('agent.text.delta')
      .map((event) => event.text)
      .join(''),
  ).toBe(text);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / TURN_LETTERS));
});
