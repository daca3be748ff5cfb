import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { disguises } from '../../test/disguises.ts';
import { policyByRules } from './policy-by-rules.ts';
import type { Verdict } from './policy.ts';

const tool = 'run_shell_command';
const { name: NAME, dressed } = disguises('/bin');
const policy = policyByRules(
  [
    { tool, verdict: 'allow' },
    { tool, verdict: 'deny', where: { command: `${NAME} *` } },
  ],
  'ask',
);
const decide = (command: string | readonly string[]): Promise<Verdict> =>
  Promise.resolve(policy.decide({ name: tool, arguments: { command }, workspace: undefined }));

test('[A10 2] no limit allows more: a disguise stays held back, however much stands around it', async () => {
  const filling = fc.tuple(
    fc.constantFrom('a', '', '.', '"b c"'),
    fc.constantFrom(1, 40, 600, 6600, 9990, 20_000),
    fc.constantFrom<(command: string, much: string) => string>(
      (command, much) => `echo ${much}; ${command}`,
      (command, much) => `${command}; echo ${much}`,
      (command, much) => `echo ${much}\n${command}`,
    ),
  );
  await fc.assert(
    fc.asyncProperty(dressed, filling, async (command, [word, count, around]) => {
      if ((await decide(command)) === 'allow') return;
      const much = Array(count).fill(word).join(' ');
      expect([command, await decide(around(command, much))]).not.toEqual([command, 'allow']);
    }),
    { numRuns: 300 },
  );
  for (const count of [1, 40, 9990, 19_990, 30_000, 200_000]) {
    for (const word of ['', 'a']) {
      const much = Array<string>(count).fill(word);
      for (const words of [
        ['eval', ...much],
        ['env', ...much, NAME],
        [NAME, ...much],
        ['xargs', NAME, ...much],
      ])
        expect([count, words[0], await decide(words)]).not.toEqual([count, words[0], 'allow']);
    }
  }
  // Each word costs at least one character, as in a text.
  expect(await decide(['echo', ...Array<string>(20_000).fill('')])).toBe('deny');
  expect(await decide(['echo', ...Array<string>(19_000).fill('')])).toBe('allow');
});
