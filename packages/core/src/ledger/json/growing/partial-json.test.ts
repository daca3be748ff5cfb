import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { newObjects } from '../../../../test/new-objects.ts';
import { exactJson } from '../exact-json.ts';
import {
  emptyPartialJson,
  feedPartialJson,
  JSON_HEAD,
  type JsonNode,
  jsonNodeOf,
  jsonOf,
  type PartialJson,
  partialJsonStatus,
} from './partial-json.ts';
import { JSON_DEPTH_LIMIT, JSON_NUMBER_LIMIT } from './read-from.ts';

function feedAll(chunks: Iterable<string>): PartialJson {
  let state = emptyPartialJson;
  for (const chunk of chunks) state = feedPartialJson(state, chunk);
  return state;
}

/** UTF-16 units, so that cuts fall inside surrogate pairs too. */
function units(text: string): string[] {
  return text.split('');
}

function cut(text: string, cuts: readonly number[]): string[] {
  const places = [...cuts.map((at) => at % (text.length + 1)), 0, text.length].sort((a, b) => a - b);
  return places.slice(1).map((end, i) => text.slice(places[i], end));
}

function valueOf(state: PartialJson): unknown {
  const node = jsonNodeOf(state);
  return node === undefined ? undefined : jsonOf(node);
}

/**
 * What `exactJson` makes of a text. Of its values only those without a backslash serve as a model: V8 13.6 to 14.6
 * may read the key `"` as the key `\` if it has seen that one before (nodejs/node#63785).
 */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: exactJson(text) };
  } catch {
    return undefined;
  }
}

const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom('__proto__', 'constructor', '"', '\\', '\u2028', '😀', '\ud83d', ''),
);
const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    anyString,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.integer(),
    fc.constantFrom(null, true, false, 1e300, 5e-324),
    fc.array(tie('json'), { maxLength: 40 }),
    fc.array(fc.tuple(anyString, tie('json')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
/** A value, and JSON of it as others write it: indented, with any character as an escape. */
const anyWritten = fc
  .tuple(anyJson, fc.constantFrom(0, 1, '\t'), fc.boolean(), fc.constantFrom('', ' ', '\r\n\t '))
  .map(([value, indent, escapes, around]) => {
    const text = JSON.stringify(value, undefined, indent);
    const written = escapes ? text.replaceAll(/[^\0-\x7f]/g, escapeUnit) : text;
    return { value, text: around + written + around };
  });
const anyText = anyWritten.map(({ text }) => text);
const anyCuts = fc.array(fc.nat(), { maxLength: 12 });
/** Texts that are nearly JSON. */
const nearJson = fc.oneof(
  fc.string({ unit: fc.constantFrom(...units('{}[]",:\\utrefalsn0123.-+eE /\n\u0000')), maxLength: 24 }),
  fc.tuple(anyText, fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 3 })).map(([text, at, drop, insert]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + insert + text.slice(place + drop);
  }),
);

function escapeUnit(char: string): string {
  return units(char)
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

describe('a whole text', () => {
  it('gives the value that was written, however it was cut', () => {
    fc.assert(
      fc.property(anyWritten, anyCuts, ({ value, text }, cuts) => {
        const state = feedAll(cut(text, cuts));
        expect(partialJsonStatus(state)).toBe('complete');
        expect(jsonNodeOf(state)?.complete).toBe(true);
        deepStrictEqual(valueOf(state), value);
      }),
      { numRuns: 300 },
    );
  });

  it('[issue 11] has every escape of a text of very many lines', () => {
    const text = Array.from({ length: 10_000 }, (_, row) => `${row}: "a"\tb`).join('\n');
    const node = jsonNodeOf(feedPartialJson(emptyPartialJson, JSON.stringify({ text })));
    expect(node === undefined ? undefined : jsonOf(node)).toEqual({ text });
  });

  it('is complete exactly when JSON.parse takes it, and then gives the same', () => {
    fc.assert(
      fc.property(nearJson, anyCuts, (text, cuts) => {
        const state = feedAll(cut(text, cuts));
        const parsed = parse(text);
        expect(partialJsonStatus(state) === 'complete').toBe(parsed !== undefined);
        if (parsed !== undefined && !text.includes('\\')) deepStrictEqual(valueOf(state), parsed.value);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a number cut before its exponent', ['[1', '2e', '5]'], [12e5]],
    ['an escape cut inside its digits', ['"\\u12', '34"'], '\u1234'],
    ['an escaped surrogate pair cut in two', ['"\\ud83d', '\\ude00"'], '😀'],
    ['a plain surrogate pair cut in two', ['"\ud83d', '\ude00"'], '😀'],
    ['an escape cut after the backslash', ['"a\\', 'n"'], 'a\n'],
    ['literals cut anywhere', ['[t', 'rue,fals', 'e,n', 'ull]'], [true, false, null]],
    ['a key cut inside an escape', ['{"\\u006', '1":1}'], { a: 1 }],
    [
      'escaped keys that one engine confuses',
      ['[{"a":1,"\\\\":2},{"a":1,"\\"":2}]'],
      [
        { a: 1, '\\': 2 },
        { a: 1, '"': 2 },
      ],
    ],
    ['minus zero', ['[-0]'], [-0]],
    ['the last of two equal keys', ['{"a":1,"b":2,"a":3}'], { a: 3, b: 2 }],
    ['a number that only its end closes', ['-0.5E-', '1'], -0.05],
    ['white space around', [' \n', '[', ' ] ', '\t\r'], []],
  ])('reads %s', (_name, chunks, value) => {
    const state = feedAll(chunks);
    expect(partialJsonStatus(state)).toBe('complete');
    deepStrictEqual(valueOf(state), value);
  });

  it.each([
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '1e+',
    'tru',
    'nul',
    '"a',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{a:1}',
    "{'a':1}",
  ])('is not complete: %s', (text) => expect(partialJsonStatus(feedAll([text]))).not.toBe('complete'));

  it.each([
    '01',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '[1 2]',
    '1 2',
    '"\n"',
    '"\u001f"',
    '"\\x"',
    '"\\u00g0"',
    ']',
    '[}',
    '\ufeff{}',
    'nil',
  ])('is malformed: %j', (text) => expect(partialJsonStatus(feedAll([text]))).toBe('malformed'));
});

describe('a prefix', () => {
  it('[L1] gives the same state whether fed at once, in pieces or unit by unit', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nearJson), fc.nat(), anyCuts, (text, at, cuts) => {
        const prefix = text.slice(0, at % (text.length + 1));
        const slow = feedAll(units(prefix));
        expect(feedAll([prefix])).toStrictEqual(slow);
        expect(feedAll(cut(prefix, cuts))).toStrictEqual(slow);
      }),
      { numRuns: 500 },
    );
  });

  it('of a JSON text is never malformed', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, at) => {
        expect(partialJsonStatus(feedAll([text.slice(0, at % text.length)]))).not.toBe('malformed');
      }),
      { numRuns: 500 },
    );
  });

  it('leaves the states before it as they were', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const states = [emptyPartialJson];
        for (const unit of units(text)) states.push(feedPartialJson(states.at(-1)!, unit));
        states.forEach((state, i) => expect(jsonNodeOf(state)).toStrictEqual(jsonNodeOf(feedAll([text.slice(0, i)]))));
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, unknown]>([
    ['', undefined],
    [' \n', undefined],
    ['{', {}],
    ['{"que', {}],
    ['{"query"', {}],
    ['{"query":', {}],
    ['{"query":"', { query: '' }],
    ['{"query":"db', { query: 'db' }],
    ['{"query":"db\\', { query: 'db' }],
    ['{"query":"db\\u00', { query: 'db' }],
    ['{"query":"db\\u0041', { query: 'dbA' }],
    ['{"a":-', {}],
    ['{"a":-1', { a: -1 }],
    ['{"a":12.', { a: 12 }],
    ['{"a":12e', { a: 12 }],
    ['{"a":12e+', { a: 12 }],
    ['{"a":12e+2', { a: 1200 }],
    ['{"a":t', { a: true }],
    ['{"a":fal', { a: false }],
    ['{"a":n', { a: null }],
    ['[1,[2,{"a":[', [1, [2, { a: [] }]]],
    ['{"a":1,"a":', { a: 1 }],
    ['{"a":1,"a":"', { a: '' }],
  ])('shows no more than it says: %j', (text, value) => {
    const state = feedAll([text]);
    deepStrictEqual(valueOf(state), value);
    expect(jsonNodeOf(state)?.complete ?? false).toBe(false);
    expect(partialJsonStatus(state)).toBe(value === undefined ? 'empty' : 'partial');
  });

  it('says of each value whether its end has come', () => {
    const node = jsonNodeOf(feedAll(['{"done":["x"],"open":["y","z']));
    const entries = node?.kind === 'object' ? node.entries.toArray() : [];
    expect(entries.map(([key, value]) => [key, value.complete, items(value).map((item) => item.complete)])).toEqual([
      ['done', true, [true]],
      ['open', false, [true, false]],
    ]);
  });
});

it('the head of a string is its text up to the limit, however it was cut', () => {
  const long = '😀\\n'.repeat(JSON_HEAD);
  for (const size of [1, 16, 4096, 4097, long.length]) {
    let state = feedAll(['"']);
    for (let start = 0; start < long.length; start += size) {
      state = feedPartialJson(state, long.slice(start, start + size));
      const node = jsonNodeOf(state);
      if (node?.kind !== 'string' || node.head !== node.text.slice(0, JSON_HEAD)) expect.unreachable(String(start));
    }
    expect(jsonNodeOf(feedPartialJson(state, '"'))).toMatchObject({ kind: 'string', complete: true });
  }
});

describe('hostile text', () => {
  it('never throws, and what was read before the fault stays', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearJson), anyText, (garbage, more) => {
        const before = feedAll(['{"a":[1,"b']);
        const after = feedPartialJson(before, `\u0000${garbage}`);
        expect(partialJsonStatus(after)).toBe('malformed');
        expect(jsonNodeOf(after)).toStrictEqual(jsonNodeOf(before));
        expect(feedPartialJson(after, more)).toBe(after);
        expect(() => valueOf(feedAll([garbage, more]))).not.toThrow();
      }),
    );
  });

  it('of a __proto__ key makes a property, not a prototype', () => {
    const value = valueOf(feedAll(['{"__proto__":{"polluted":true},"__proto__":{"x":1}}']));
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
  });

  it('is read to the depth limit and malformed beyond it, never a stack overflow', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(partialJsonStatus(feedAll([nest(JSON_DEPTH_LIMIT)]))).toBe('complete');
    deepStrictEqual(valueOf(feedAll([nest(JSON_DEPTH_LIMIT)])), JSON.parse(nest(JSON_DEPTH_LIMIT)));
    const tooDeep = feedAll([nest(JSON_DEPTH_LIMIT + 1)]);
    expect(partialJsonStatus(tooDeep)).toBe('malformed');
    deepStrictEqual(valueOf(tooDeep), JSON.parse(nest(JSON_DEPTH_LIMIT)));
    expect(partialJsonStatus(feedAll(['{"a":'.repeat(1_000_000)]))).toBe('malformed');
  });

  it('has numbers only to the length limit, however they are cut', () => {
    const digits = '7'.repeat(JSON_NUMBER_LIMIT);
    for (const chunks of [[`[${digits}`], ['[', ...units(digits)]]) {
      const state = feedAll(chunks);
      expect(partialJsonStatus(state)).toBe('partial');
      deepStrictEqual(valueOf(feedPartialJson(state, ']')), exactJson(`[${digits}]`));
      expect(partialJsonStatus(feedPartialJson(state, '7'))).toBe('malformed');
      expect(feedPartialJson(state, '7')).toStrictEqual(feedAll([`[${digits}7`]));
    }
  });

  it('of ten million characters is one string', () => {
    const text = 'x'.repeat(10_000_000);
    const node = jsonNodeOf(feedAll(['"', text, '"']));
    expect(node?.kind === 'string' && node.text.length).toBe(text.length);
  });
});

it('[L5] a delta shares the items that came before it', () => {
  const before = feedAll([`[${'{"a":1},'.repeat(5000)}`]);
  const after = feedPartialJson(before, '"grows');
  const [old, now] = [items(jsonNodeOf(before)), items(jsonNodeOf(after))];
  expect(now.length).toBe(old.length + 1);
  expect(old.every((item, i) => item === now[i])).toBe(true);
});

it('[L5] a delta makes a bounded number of new objects, however much came before it', () => {
  for (const count of [1, 100, 5000]) {
    const before = feedAll([`{"list":[${'{"a":[1,"x"]},'.repeat(count)}`]);
    const known = [before, jsonNodeOf(before)];
    for (const chunk of ['{"a":[2,"', ' ', '1', '"grows', '{']) {
      const after = feedPartialJson(before, chunk);
      expect(newObjects(known, [after, jsonNodeOf(after)]).length).toBeLessThan(60);
    }
  }
});

function items(node: JsonNode | undefined): JsonNode[] {
  return node?.kind === 'array' ? node.items.toArray() : [];
}

it('[issue 11] a whole text with an escape in every line is read at once: pieces of it would be a second copy', () => {
  const text = JSON.stringify({ command: 'one line\n'.repeat(10_000) });
  const parse = vi.spyOn(JSON, 'parse');
  const state = feedPartialJson(emptyPartialJson, text);
  const { length } = parse.mock.calls;
  parse.mockRestore();
  expect(length).toBeLessThan(10);
  expect(valueOf(state)).toEqual(JSON.parse(text));
});
