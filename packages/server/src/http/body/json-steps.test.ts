import type { Json } from '@toolthread/core/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSteps } from './json-steps.ts';

/** What is read, or that it is no JSON. */
function read(work: () => Json): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON';
    throw error;
  }
}

function whole(text: string, most?: number): Json {
  const steps = jsonSteps(text, most);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const text = fc.oneof(fc.string(), fc.constantFrom('__proto__', '', '7', '[', '}', ',', '\\"'));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(text, tie('json'), { maxKeys: 5 }),
  ),
}));
const written = fc.tuple(json, fc.constantFrom(0, 1, '\t')).map(([value, space]) => JSON.stringify(value, null, space));

test('[M3] a text that is read in steps says what it says at once, however short the steps are', () => {
  fc.assert(
    fc.property(written, fc.integer({ min: 0, max: 40 }), (given, most) => {
      expect(JSON.stringify(whole(given, most))).toBe(JSON.stringify(JSON.parse(given)));
    }),
    { seed: 9, numRuns: 2000 },
  );
});

test('[M3] what is no JSON at once is none in steps', () => {
  const sign = fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '1', '\\', ' ', '\u00a0', 'null');
  const wrong = fc.tuple(written, fc.nat(), fc.nat(2), sign).map(([given, place, length, put]) => {
    const at = place % (given.length + 1);
    return given.slice(0, at) + put + given.slice(at + length);
  });
  fc.assert(
    fc.property(wrong, fc.integer({ min: 0, max: 20 }), (given, most) => {
      expect(read(() => whole(given, most))).toEqual(read(() => JSON.parse(given)));
    }),
    { seed: 10, numRuns: 5000 },
  );
});

test.each([
  ['a list of many objects', `[${'{"a":1},'.repeat(100_000)}{}]`],
  ['one object of many', `{"a":{"b":{${Array.from({ length: 50_000 }, (_, n) => `"name${n}":${n}`).join(',')}}}}`],
  ['lists in lists', `${'[1,'.repeat(150)}${'{"a":1},'.repeat(100_000)}{}${']'.repeat(150)}`],
  ['a long text', `["${'word '.repeat(200_000)}"]`],
])('[M3] %s has a step for each 50,000 characters', (_, given) => {
  expect([...jsonSteps(given)].length).toBeGreaterThanOrEqual(Math.floor(given.length / 50_000));
  expect(whole(given)).toEqual(JSON.parse(given));
});
