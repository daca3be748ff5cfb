import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunk, finish, piece } from '../../../test/frames/chat-frames.ts';
import { decoded, expectEveryCut } from '../../../test/decoded.ts';
import { TOOLS } from '../../../test/messages/parts.ts';
import { decode } from './decode.ts';
import { encode } from '../encode/encode.ts';

const make = (): ReturnType<typeof decode> => decode({ model: 'gpt-5' });

const run = (...frames: unknown[]): ModelEvent[] => expectEveryCut(make, frames);

type Call = Extract<ModelEvent, { type: 'call' }>;
const callsIn = (events: readonly ModelEvent[]): Call[] => events.filter((event) => event.type === 'call');
const said = (events: readonly ModelEvent[]): string[] =>
  callsIn(events).map((call) => `${call.providerId ?? '-'} ${call.name} ${call.arguments}`);

/** The calls that these pieces make. */
const calls = (...pieces: readonly Parameters<typeof piece>[0][]): string[] =>
  said(run(...pieces.map(piece), finish('tool_calls')));

test('[bug 42] a call is complete at the finish, never when its JSON happens to parse', () => {
  const frames = [
    piece({ index: 0, id: 'a', name: 'save', text: '1' }),
    piece({ index: 0, text: '2' }),
    piece({ index: 1, id: 'b', name: 'save', text: '{}' }),
    piece({ index: 2, id: 'c', name: 'save', text: '{"n":1' }),
    piece({ index: 2, text: 'e5}' }),
  ];
  for (let cut = 0; cut <= frames.length; cut += 1) {
    expect(callsIn(decoded(make(), frames.slice(0, cut)))).toEqual([]);
  }
  expect(said(run(...frames, finish('tool_calls')))).toEqual(['a save 12', 'b save {}', 'c save {"n":1e5}']);
});

test('arguments are the bytes that streamed, however they were cut', () => {
  const raw = '{ "b" : 1.0,\n"a":"\\u00e9\\ud83d" , "1":12345678901234567890}';
  fc.assert(
    fc.property(fc.array(fc.nat(raw.length), { maxLength: 6 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), raw.length];
      const pieces = places.slice(1).map((end, at) => piece({ index: 0, text: raw.slice(places[at], end) }));
      const events = decoded(make(), [piece({ index: 0, id: 'a', name: 'save' }), ...pieces, finish('tool_calls')]);
      expect(said(events)).toEqual([`a save ${raw}`]);
      const shown = events.flatMap((event) => (event.type === 'input.delta' ? [event.text] : []));
      expect(shown.join('')).toBe(raw);
    }),
  );
});

test('[bug 43] [bug 51] pieces find their call by id, else by index, else by being the latest', () => {
  expect(
    calls(
      { id: 'a', name: 'save' },
      { id: 'b', name: 'load' },
      { id: 'a', text: '{"n":' },
      { id: 'b', text: '{}' },
      { id: 'a', text: '1}' },
    ),
  ).toEqual(['a save {"n":1}', 'b load {}']);
  expect(
    calls(
      { index: 7, id: 'a', name: 'save' },
      { index: 3, id: 'b', name: 'load', text: '{}' },
      { index: 7, text: '{"n":1}' },
    ),
  ).toEqual(['a save {"n":1}', 'b load {}']);
  expect(calls({ id: 'a', name: 'save', text: '{"n"' }, { text: ':1' }, { text: '}' })).toEqual(['a save {"n":1}']);
});

test('[bug 50] every parallel call at index 0 is still a call of its own', () => {
  expect(
    calls(
      { index: 0, id: 'a', name: 'save', text: '{"n":' },
      { index: 0, text: '1}' },
      { index: 0, id: 'b', name: 'save', text: '{"n":2}' },
      { index: 0, id: 'c', name: 'load', text: '{}' },
    ),
  ).toEqual(['a save {"n":1}', 'b save {"n":2}', 'c load {}']);
});

test('[bug 12] [bug 50] empty ids are none: a name that comes again with new arguments begins another call', () => {
  expect(
    calls(
      { index: 0, id: '', name: 'save', text: '{"n":1}' },
      { index: 0, id: '', name: 'save', text: '{"n":2}' },
      { index: 0, id: '', name: 'load', text: '{}' },
    ),
  ).toEqual(['- save {"n":1}', '- save {"n":2}', '- load {}']);
  expect(
    calls({ index: 0, id: '', name: 'save', text: '{"n"' }, { index: 0, id: '', name: 'save', text: ':1}' }),
  ).toEqual(['- save {"n":1}']);
});

test('braces inside texts, escaped quotes and lists do not make a call whole', () => {
  const repeated = (first: string, second: string): string[] =>
    said(run(piece({ name: 'save', text: first }), piece({ name: 'save', text: second }), finish('tool_calls')));
  expect(repeated('{"a":"}"', '{}}')).toEqual(['- save {"a":"}"{}}']);
  expect(repeated('{"a":"\\""', '{}')).toHaveLength(1);
  expect(repeated('{"a":[{}', '{}]}')).toHaveLength(1);
  expect(repeated('{"a":"\\"}"} ', ' {"b":1}')).toEqual(['- save {"a":"\\"}"} ', '- save  {"b":1}']);
});

test('[L5] a name on every piece costs no more for a long call than for a short one', () => {
  const pieces = Array.from({ length: 100_000 }, () => piece({ index: 0, name: 'save', text: '{},' }));
  const events = decoded(make(), [piece({ index: 0, name: 'save', text: '{"a":[' }), ...pieces, finish('tool_calls')]);
  expect(callsIn(events)[0]?.arguments).toHaveLength(6 + 300_000);
});

test('one id for all calls: another index with a name is another call', () => {
  expect(
    calls({ index: 0, id: 'x', name: 'save', text: '{}' }, { index: 1, id: 'x', name: 'load', text: '{}' }),
  ).toEqual(['x save {}', 'x load {}']);
});

test('[bug 44] the name may come after the arguments, and the id after both', () => {
  const frames = [
    piece({ index: 0, text: '{"n":' }),
    piece({ index: 0, name: 'save' }),
    piece({ index: 0, id: 'a', text: '1}' }),
  ];
  const events = run(...frames, finish('tool_calls'));
  expect(said(events)).toEqual(['a save {"n":1}']);
  expect(events.filter((event) => event.type === 'input.delta' && event.name !== undefined)).toHaveLength(1);
});

test('[bug 45] a call without arguments is a call', () => {
  expect(said(run(piece({ index: 0, id: 'a', name: 'save' }), finish('tool_calls')))).toEqual(['a save ']);
});

test('[bug 48] [bug 49] calls of a response that was cut, filtered or failed are not made', () => {
  for (const word of ['length', 'content_filter', 'error', 'whatever']) {
    const whole = run(piece({ index: 0, id: 'a', name: 'save', text: '{}' }), finish(word));
    const part = run(piece({ index: 0, id: 'a', name: 'save', text: '{"path":"/e' }), finish(word));
    expect([...callsIn(whole), ...callsIn(part)]).toEqual([]);
  }
});

test('[bug 50] a finish between two calls ends neither the stream nor the second call', () => {
  const frames = [
    piece({ index: 0, id: 'a', name: 'save', text: '{}' }),
    finish('tool_calls'),
    piece({ index: 1, id: 'b', name: 'save', text: '{"n":2}' }),
    finish('tool_calls'),
  ];
  expect(said(run(...frames))).toEqual(['a save {}', 'b save {"n":2}']);
});

test('[bug 50] words and calls in one chunk, and the finish in the same: nothing is dropped', () => {
  const tool = { index: 0, id: 'a', function: { name: 'save', arguments: '{}' } };
  const events = run(chunk({ content: 'Saving.', tool_calls: [tool] }, 'tool_calls'), finish('tool_calls'));
  expect(events.map(({ type }) => type)).toEqual(['text.delta', 'part', 'input.delta', 'call', 'end']);
});

test('[bug 50] [bug 52] objects run together, or with something behind them, stay the bytes they are', () => {
  const raw = '{"a":1}{"a":2} ]';
  expect(said(run(piece({ index: 0, id: 'a', name: 'save', text: raw }), finish('tool_calls')))).toEqual([
    `a save ${raw}`,
  ]);
});

test('words after a call are a part after it', () => {
  const events = run(
    chunk({ content: 'First.' }),
    piece({ index: 0, id: 'a', name: 'save', text: '{}' }),
    chunk({ content: 'Then.' }),
    finish('stop'),
  );
  const places = events.map((event) => [event.type, 'part' in event ? event.part : -1]);
  expect(places).toEqual([
    ['text.delta', 0],
    ['part', 0],
    ['input.delta', 1],
    ['text.delta', 2],
    ['part', 2],
    ['call', 1],
    ['end', -1],
  ]);
});

test('the old single function, custom tools, and arguments that are no text', () => {
  expect(
    said(
      run(
        chunk({ function_call: { name: 'save', arguments: '{"n"' } }),
        chunk({ function_call: { arguments: ':1}' } }),
        finish('function_call'),
      ),
    ),
  ).toEqual(['- save {"n":1}']);
  const custom = chunk({
    tool_calls: [{ index: 0, id: 'a', type: 'custom', custom: { name: 'sql', input: 'SELECT 1' } }],
  });
  expect(said(run(custom, finish('tool_calls')))).toEqual(['a sql SELECT 1']);
  const object = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'save', arguments: { n: 1 } } }] });
  expect(said(run(object, finish('stop')))).toEqual(['a save {"n":1}']);
});

test('[bug 54] ids and arguments that name prototypes are texts like any other', () => {
  expect(
    calls(
      { index: 0, id: '__proto__', name: 'constructor', text: '{"__proto__":' },
      { id: '__proto__', text: '{"polluted":1}}' },
    ),
  ).toEqual(['__proto__ constructor {"__proto__":{"polluted":1}}']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('tools are called by their own names, whatever the wire calls them', () => {
  const tools = ['a b/c', 'ünï', '__proto__'].map((name) => ({ ...TOOLS[0]!, name }));
  const wire = (encode({ model: 'gpt-5', messages: [], tools }).tools ?? []).map((tool) => chatName(tool));
  expect(new Set(wire).size).toBe(3);
  const pieces = wire.map((name, index) => piece({ index, id: `c${index}`, name, text: '{}' }));
  const events = decoded(decode({ model: 'gpt-5', tools }), [...pieces, finish('stop')]);
  expect(callsIn(events).map(({ name }) => name)).toEqual(['a b/c', 'ünï', '__proto__']);
  expect(events.find((event) => event.type === 'input.delta')).toMatchObject({ name: 'a b/c' });
});

function chatName(tool: unknown): string {
  const { function: made } = tool as { function: { name: string } };
  expect(made.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  return made.name;
}
