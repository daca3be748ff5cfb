import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairResults } from './pair-results.ts';
import type { CallPlace, ResultPlace } from './pair-results.ts';

/** `c:id:name` is a call, `r:id:name` a result; `-` is none. Lines count from 1. Gives, for each result, the line of its call. */
function pairs(...lines: readonly string[]): (number | string)[] {
  const read = lines.map((text, index) => {
    const [kind, id, name] = text.split(':');
    return { kind, line: index + 1, id: id === '-' ? undefined : id, name: name === '-' ? undefined : name };
  });
  const calls = read.flatMap(({ kind, line, id, name }): CallPlace[] =>
    kind === 'c' ? [{ line, id, name: name ?? '' }] : [],
  );
  const results = read
    .filter(({ kind }) => kind === 'r')
    .map(({ line, id, name }): ResultPlace => ({ line, id, name }));
  const owners = pairResults(calls, results);
  return results.map(({ line }) => {
    const owner = owners.get(line);
    return typeof owner === 'object' ? owner.line : String(owner);
  });
}

test('an id finds its call, whatever the order', () => {
  expect(pairs('c:a:x', 'c:b:x', 'r:b:x', 'r:a:x')).toEqual([2, 1]);
  expect(pairs('r:a:x', 'c:a:x')).toEqual([2]);
});

test('an id used again means the newest call before the result, and one after it only if there is none', () => {
  expect(pairs('c:a:x', 'r:a:x', 'c:a:x', 'r:a:x')).toEqual([1, 3]);
  expect(pairs('c:a:x', 'c:a:x', 'r:a:x')).toEqual([2]);
  expect(pairs('r:a:x', 'c:a:x', 'r:a:x', 'c:a:x')).toEqual([4, 2]);
});

test('names are taken in order, calls without an id first', () => {
  expect(pairs('c:-:x', 'c:-:x', 'r:-:x', 'r:-:x')).toEqual([1, 2]);
  expect(pairs('c:a:x', 'c:-:x', 'r:-:x')).toEqual([2]);
  expect(pairs('c:a:x', 'r:-:x')).toEqual([1]);
  expect(pairs('r:-:x', 'c:-:x')).toEqual([2]);
});

test('a result whose id nobody knows may take a call without one, never a call with another', () => {
  expect(pairs('c:-:x', 'r:z:x')).toEqual([1]);
  expect(pairs('c:a:x', 'r:z:x')).toEqual(['orphan']);
});

test('a name never takes a call whose own result comes later', () => {
  expect(pairs('c:a:x', 'r:-:x', 'r:a:x')).toEqual(['orphan', 1]);
});

test('what is left is a repeat where the id is known, else an orphan', () => {
  expect(pairs('c:a:x', 'r:a:x', 'r:a:x', 'r:-:x', 'r:-:-')).toEqual([1, 'repeat', 'orphan', 'orphan']);
});

test('no call is given away twice, and no result is forgotten', () => {
  const name = fc.constantFrom('-', 'x', 'y');
  const line = fc
    .tuple(fc.constantFrom('c', 'r'), fc.constantFrom('-', 'a', 'b', '__proto__'), name)
    .map((parts) => parts.join(':'));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const owners = pairs(...lines);
      expect(owners.length).toBe(lines.filter((text) => text.startsWith('r')).length);
      const taken = owners.filter((owner) => typeof owner === 'number');
      expect(new Set(taken).size).toBe(taken.length);
    }),
  );
});
