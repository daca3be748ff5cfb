import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alternateTurns } from './alternate-turns.ts';
import type { WireTurn } from './alternate-turns.ts';

const turn = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  pieces: fc.array(fc.string(), { maxLength: 2 }),
});
const rules = { marker: 'MARK', note: () => undefined, mayEndWith: () => false };

test('turns alternate, begin and end with the user, are never empty, and lose no piece', () => {
  fc.assert(
    fc.property(fc.array(turn), (turns) => {
      const out = alternateTurns(turns, rules);
      expect(out.map(({ role }) => role)).toEqual(out.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')));
      expect(out.length % 2).toBe(1);
      expect(out.every(({ pieces }) => pieces.length > 0)).toBe(true);
      const said = (list: readonly WireTurn<string>[]): string[] =>
        list.flatMap(({ pieces }) => pieces).filter((piece) => piece !== 'MARK');
      expect(said(out)).toEqual(said(turns));
    }),
  );
});

test('turns that need nothing keep their identity; a last turn that the provider goes on with stays last', () => {
  const turns: WireTurn<string>[] = [
    { role: 'user', pieces: ['a'] },
    { role: 'assistant', pieces: ['b'] },
  ];
  const out = alternateTurns(turns, { ...rules, mayEndWith: ({ pieces }) => pieces.at(-1) === 'b' });
  expect(out).toHaveLength(2);
  for (const [index, kept] of out.entries()) expect(kept).toBe(turns[index]);
});

// In a cost that grows with its square it would take minutes.
test('[L5] very many turns of one speaker are joined at the cost of their pieces', () => {
  const turns = Array.from({ length: 100_000 }, (): WireTurn<string> => ({ role: 'user', pieces: ['a'] }));
  expect(alternateTurns(turns, rules)).toMatchObject([{ role: 'user', pieces: { length: turns.length } }]);
});
