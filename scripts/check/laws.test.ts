import { expect, test } from 'vitest';
import { checkLaws } from './laws.ts';
import { tempTree } from './sources/temp-tree.ts';

const laws = (...names: readonly string[]): Record<string, string> => ({
  'docs/laws.md': names.map((name) => `| **${name}** | A law | It holds. |`).join('\n'),
  'README.md': names.map((name) => `- **${name} A law.** It holds.`).join('\n'),
});
const titles = (...found: readonly string[]): Record<string, string> => ({
  'packages/core/src/a.test.ts': found.map((law) => `test('[${law}] holds', () => undefined);`).join('\n'),
});

test('every law is cited, and every citation is a law', () => {
  expect(checkLaws(tempTree({ ...laws('L1', 'L2'), ...titles('L1', 'L2') }))).toEqual([]);
});

test('a law without a test, and a test of no law, are told', () => {
  const unknown = 'L9';
  expect(checkLaws(tempTree({ ...laws('L1', 'L2'), ...titles('L1', unknown) }))).toEqual([
    'docs/laws.md: no test cites [L2]',
    `packages/core/src/a.test.ts: [${unknown}] is not a law of docs/laws.md`,
  ]);
});

test('a law that the README does not name as it is written is told', () => {
  const readme = { 'README.md': '- **L1 A law.** It holds.\n- **L2 A rule.** It holds.' };
  expect(checkLaws(tempTree({ ...laws('L1', 'L2'), ...titles('L1', 'L2'), ...readme }))).toEqual([
    'README.md: L2 A law is missing, or has another name',
  ]);
});
