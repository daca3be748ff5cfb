import { expect, test } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { completionMessages } from '../completion-messages.ts';

const wordsOf = (scope: string, until = Infinity): string =>
  completionMessages(foldAll(readGolden('team-of-three-with-consensus').filter(({ seq }) => seq <= until)), { scope })
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');

test('the leader who writes the consensus reads the answers of all, by name, and no commentary', () => {
  const words = wordsOf('team');
  expect(words).toContain('[Chat from @coder]: Quoting is missing; I need half a day.');
  expect(words).toContain('[Chat from @architect]: The design holds once quoting is in.');
  expect(words).toContain('[Chat from @pm]: Friday was promised.');
  expect(words).not.toContain('check what we promised');
});

test('a member reads the consensus when it is whole, once, and never another member’s answer', () => {
  const words = wordsOf('agent:coder');
  expect(words.match(/\[Chat from @team\]: Yes, on Friday: the coder adds quoting first\./g)).toHaveLength(1);
  expect(words).not.toContain('Friday was promised.');
  expect(wordsOf('agent:coder', 48)).not.toContain('@team');
});

test('the same request, whether it was built before or is built anew', () => {
  const events = readGolden('team-of-three-with-consensus');
  for (let end = 1; end <= events.length; end += 1) wordsOf('agent:coder', end);
  expect(wordsOf('agent:coder')).toBe(wordsOf('agent:coder', events.length));
});
