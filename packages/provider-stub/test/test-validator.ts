import { expect, test } from 'vitest';
import type { Problem } from '../src/problem.ts';

interface Bodies {
  readonly taken: { readonly [what: string]: object };
  readonly refused: readonly (readonly [rule: string, words: RegExp, body: unknown])[];
}

/** `testValidator(validate, { taken, refused })` */
export function testValidator(validate: (body: unknown) => Problem[], { taken, refused }: Bodies): void {
  test.each(Object.entries(taken))('takes %s', (_what, good) => {
    expect(validate(good)).toEqual([]);
  });

  test.each(refused)('refuses by the rule %s: %s', (rule, words, bad) => {
    const found = validate(bad).filter((problem) => problem.rule === rule);
    expect(found).toContainEqual(expect.objectContaining({ message: expect.stringMatching(words) }));
  });
}
