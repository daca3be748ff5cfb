import { expect, test } from 'vitest';
import { proposalText } from './proposal-text.ts';

test.each([
  ['run', '{"command":"rm -rf build"}', 'rm -rf build'],
  ['run', '{"command":"ls","cwd":"/etc"}', 'run\ncommand: ls\ncwd: /etc'],
  ['write', '{"path":"a","text":"x\\ny"}', 'write\npath: a\ntext:\nx\ny'],
  ['run', '{"command":', 'run {"command":'],
  [undefined, '[1,2]', '[1,2]'],
  ['run', '{"command":["ls","-l"]}', 'run\ncommand:\n[\n  "ls",\n  "-l"\n]'],
])('%s %s: nothing of what would run is left out', (tool, proposed, text) => {
  expect(proposalText(tool, proposed)).toBe(text);
});
