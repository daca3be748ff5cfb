import { expect, test } from 'vitest';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

test.each([
  ['<user_query>\nWhy is </user_query> there?\n</user_query>', 'Why is </user_query> there?'],
  ['<user_query>a</user_query> and <user_query>b</user_query>', 'a</user_query> and <user_query>b'],
  ['<open_files>\nx\n</open_files>\n<user_query>\nShort.\n\n</user_query>\n', 'Short.\n'],
  ['<user_query>never closed', '<user_query>never closed'],
])('[issue 11] a prompt that holds the tag it stands in is whole: %j', (text, said) => {
  const record = { role: 'user', message: { content: [{ type: 'text', text }] } };
  expect(outline(readTranscript(JSON.stringify(record)))).toEqual([`@human: ${said}`]);
});
