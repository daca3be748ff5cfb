import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wireId } from './wire-id.ts';
import { namesBack, wireName } from './wire-name.ts';

const RULE = { legal: /^[A-Za-z0-9_-]{1,64}$/, prefix: 'toolu_', digits: 24 };
const NAMES = { legal: /^[A-Za-z0-9_-]{1,20}$/, illegalCharacters: /[^A-Za-z0-9_-]/g, maxLength: 20 };

test('a legal id stays as it is, any other becomes a legal one, and the same one always', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), fc.string({ minLength: 65 })),
      (id) => {
        const wire = wireId(id, RULE);
        expect(wire).toMatch(RULE.legal);
        expect(wireId(id, RULE)).toBe(wire);
        if (RULE.legal.test(id)) expect(wire).toBe(id);
      },
    ),
  );
});

test('[bug 58] two ids never meet: not even with an id that looks like the hash of another', () => {
  const hash = wireId('a/b', RULE);
  expect(hash).toMatch(/^toolu_[0-9a-f]{24}$/);
  expect(wireId(hash, RULE)).not.toBe(hash);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom(hash, wireId(hash, RULE))), { maxLength: 20 }),
      (ids) => {
        expect(new Set(ids.map((id) => wireId(id, RULE))).size).toBe(ids.length);
      },
    ),
  );
});

test('a name that is not legal reads alike, differs from every other, and leads back to its tool', () => {
  const names = ['save', 'a b', 'a/b', 'a_b', '', 'ünï', 'x'.repeat(30), `${'x'.repeat(30)}y`, '__proto__'];
  const wires = names.map((name) => wireName(name, NAMES));
  for (const wire of wires) expect(wire).toMatch(NAMES.legal);
  expect(new Set(wires).size).toBe(names.length);
  const back = namesBack(
    names.map((name) => ({ name, description: '', parameters: {} })),
    NAMES,
  );
  expect(wires.map(back)).toEqual(names);
  expect(back('never declared')).toBe('never declared');
});
