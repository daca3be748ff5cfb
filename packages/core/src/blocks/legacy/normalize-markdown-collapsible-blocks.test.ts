import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToolBlocks } from '../parse-tool-blocks.ts';
import { normalizeMarkdownCollapsibleBlocks as normalize } from './normalize-markdown-collapsible-blocks.ts';

const call = (words: string): string => `🔧 **Tool Call:** \`${words}\``;
const result = (name: string, words: string): string => `✅ **\`${name}\` result:**\n${words}`;

describe('old Markdown as blocks', () => {
  it.each([
    [
      'a call and its result are one block',
      `${call('save_file(file_name=a.py)')}\n${result('save_file', 'ok')}`,
      '<tool>save_file(file_name=a.py)\nok</tool>',
    ],
    ['with blank lines between', `${call('a()')}\n\n${result('a', 'ok')}\n\nDone.`, '<tool>a()\nok</tool>\nDone.'],
    ['with Windows line ends', `${call('a()')}\r\n✅ **\`a\` result:**\r\nok\r\n`, '<tool>a()\nok</tool>'],
    ['a call alone is pending', `x\n\n${call('a()')}\n`, 'x\n\n<tool>a()</tool>\n'],
    ['a result alone', result('a', 'ok'), '<validation>a\nok</validation>'],
    [
      'a result of another tool',
      `${call('a()')}\n${result('b', 'ok')}`,
      '<tool>a()</tool>\n<validation>b\nok</validation>',
    ],
    [
      'words between',
      `${call('a()')}\nso\n${result('a', 'ok')}`,
      '<tool>a()</tool>\nso\n<validation>a\nok</validation>',
    ],
    ['backticks in the arguments', call('run(command=echo `pwd`)'), '<tool>run(command=echo `pwd`)</tool>'],
    ['lines in the arguments', call('run(command=a\nb)'), '<tool>run(command=a b)</tool>'],
    ['two calls', `${call('a(x=`)')}\n${call('b()')}`, '<tool>a(x=`)</tool>\n<tool>b()</tool>'],
    ['a result of several lines', `${call('a()')}\n${result('a', 'one\ntwo')}`, '<tool>a()\none\ntwo</tool>'],
    ['a result ends at a blank line', `${call('a()')}\n${result('a', 'one\n\ntwo')}`, '<tool>a()\none</tool>\ntwo'],
    [
      'but not at one in its fence',
      `${call('a()')}\n${result('a', '```js\none\n\ntwo\n```\nthree')}\n\nwords`,
      '<tool>a()\n```js\none\n\ntwo\n```\nthree</tool>\nwords',
    ],
    [
      'a fence that is not closed holds nothing',
      `${call('a()')}\n${result('a', '```js\none\n\ntwo')}\n${call('b()')}\n${result('b', '```\nx\n```')}`,
      '<tool>a()\n```js\none</tool>\ntwo\n<tool>b()\n```\nx\n```</tool>',
    ],
    [
      'a result ends at the next call',
      `${result('a', 'one')}\n${call('b()')}`,
      '<validation>a\none</validation><tool>b()</tool>',
    ],
    ['a result without words', `${call('a()')}\n${result('a', '')}`, '<tool>a()\nCompleted</tool>'],
    ['a call that is not closed', '🔧 **Tool Call:** `a( and so on', '🔧 **Tool Call:** `a( and so on'],
    ['a result that is not one', '✅ **`a`** completed', '✅ **`a`** completed'],
    ['inline code', 'Use `save_file(...)` when needed.', 'Use `save_file(...)` when needed.'],
    ['an example in code', `\`\`\`\n${call('a()')}\n\`\`\``, `\`\`\`\n${call('a()')}\n\`\`\``],
    [
      'tags in a result',
      `${call('a()')}\n${result('a', '</tool><b>&amp;')}`,
      '<tool>a()\n&lt;/tool&gt;&lt;b&gt;&amp;amp;</tool>',
    ],
  ])('%s', (_, text, normalized) => expect(normalize(text)).toBe(normalized));

  it('what is in a pair comes out of the block', () => {
    const line = fc
      .string()
      .filter((text) => text.trim() === text && text !== '' && !/[\n\r`🔧✅\u2028\u2029\ufeff]/u.test(text));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,9}$/), line, fc.array(line, { minLength: 1 }), (name, args, lines) => {
        const text = `${call(`${name}(${args})`)}\n${result(name, lines.join('\n'))}\n`;
        expect(parseToolBlocks(normalize(text))).toEqual([
          expect.objectContaining({
            kind: 'tool',
            state: 'done',
            name,
            arguments: args,
            result: lines.join('\n').trim(),
          }),
        ]);
      }),
    );
  });

  it('any text is borne, and a text without marks is itself', () => {
    const bent = fc
      .array(fc.constantFrom('🔧 **Tool Call:** `', '✅ **`', '` result:**', '`', '\n', '\r\n', 'a(', ')', '```', 'x'))
      .map((words) => words.join(''));
    fc.assert(fc.property(bent, (text) => typeof normalize(text) === 'string'));
    fc.assert(fc.property(fc.string(), (text) => normalize(text) === text));
    for (const unit of [
      call('a()'),
      '🔧 **Tool Call:** `',
      '✅ **`a` result:**\n',
      'x ✅ **`a` result:**\n```js\n',
      '```js\n',
      '✅ **`',
      '🔧 **Tool Call:** `a\n`b',
    ]) {
      expect(normalize(unit.repeat(40_000)).length).toBeGreaterThan(0);
    }
  });
});
