import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeBlock, codeSpan } from './code-span.ts';
import { inertLine, inertMarkdown } from './inert-markdown.ts';

const coded = (words: string, marks = '```'): string => `${marks}\n${words}\n${marks}`;

describe('[L7] [issue 11, files 6] foreign Markdown does nothing by itself, and every word of it stays', () => {
  it.each([
    ['an image', '![x](http://t/a.png)', coded('![x](http://t/a.png)')],
    ['an image by reference', '![x][1]\n\n[1]: http://t', `${coded('![x][1]')}\n\n[1]: http://t`],
    ['a tag', 'a\n\n<img src=x> </details>\nb\n\nc', `a\n\n${coded('<img src=x> </details>\nb')}\n\nc`],
    ['a comment, a declaration', '<!-- x --> <?xml?>', coded('<!-- x --> <?xml?>')],
    ['a mention', 'ask @team about a@b.org', coded('ask @team about a@b.org')],
    ['words that are no markup', 'a < b, wow! [x](http://y) 2 @ 3', 'a < b, wow! [x](http://y) 2 @ 3'],
    ['code in a line', 'use `Array<string>` and `@scope/name`', 'use `Array<string>` and `@scope/name`'],
    ['code that is not one: escaped', '\\`<b>`', coded('\\`<b>`')],
    ['code that is not one: begun above', '`a\n` <b> `', coded('`a\n` <b> `')],
    ['code that is not one: cells of a table', '| ` | <b> ` |', coded('| ` | <b> ` |')],
    ['code again after a blank line', '`a\n\n`<b>`', '`a\n\n`<b>`'],
    ['a fence', '```html\n<b>@x</b>\n```\n<b>', `\`\`\`html\n<b>@x</b>\n\`\`\`\n${coded('<b>')}`],
    ['a fence after words', 'So:\n```\n<b>\n\n@x\n```', 'So:\n```\n<b>\n\n@x\n```'],
    ['a longer fence', '````\n```\n<b>\n````\na', '````\n```\n<b>\n````\na'],
    ['a fence left open is closed', '~~~\n<b>', '```\n<b>\n```'],
    ['a fence left open at once', '```', '```\n```'],
    ['a fence in a list, and nothing that acts', '- ```\n  x\n  ```\na', '- ```\n  x\n  ```\na'],
    ['a fence in a list, and a tag', '- ```\n  <b>\n  ```\na', `${coded('- ```\n  <b>\n  ```', '````')}\na`],
    [
      'a fence below a list, and what follows',
      'a\n\n- ```\n  ```\n<b>\n```\n\nb',
      `a\n\n- \`\`\`\n  \`\`\`\n${coded('<b>')}\n${coded('\nb')}`,
    ],
    [
      'a fence that is indented: it stands as one, and nothing else changes',
      '1. Use:\n\n   ```tsx\n   <App />\n   ```\n\n2. **Done.** `@a`',
      '1. Use:\n\n```tsx\n   <App />\n```\n\n2. **Done.** `@a`',
    ],
    [
      'a fence that is indented, and nothing that acts in it',
      '1. Use:\n   ```ts\n   a\n\n     b\n   ```\n2. <b>\n',
      `1. Use:\n   \`\`\`ts\n   a\n\n     b\n   \`\`\`\n${coded('2. <b>')}\n`,
    ],
    ['a fence that is indented and left open is closed', '  ```\na\n\nb', coded('a\n\nb')],
    ['a fence that is indented and not its end', '   ```\n   a\n       ```\nb', `${coded('   a')}\nb`],
    ['a fence in a quote', '> ```\n> <b>\n> ```\n\nb', `${coded('> ```\n> <b>\n> ```', '````')}\n\nb`],
    ['a fence whose language acts', '```js @x\na\n```\nb', `${coded('```js @x\na\n```', '````')}\nb`],
    ['code in a table', '| a | `@x/y` |\n|-|-|\n| `<b>` | c |', '| a | `@x/y` |\n|-|-|\n| `<b>` | c |'],
    ['a tag in a table', '| `a` | <b> |', coded('| `a` | <b> |')],
    ['no fence: backticks in its line', '``` `<b>`', coded('``` `<b>`', '````')],
    ['hidden characters', 'a\u202eb\u001b[2J', 'a⟨U+202E⟩b␛[2J'],
  ])('%s', (_, markdown, expected) => expect(inertMarkdown(markdown)).toBe(expected));

  const bits = fc.array(
    fc.constantFrom('<b>', '![', '@x', '`', '``', '```', '~~~', '\n', '\n\n', ' ', '- ', '> ', '|', '\\', 'a'),
  );

  it('outside fences at the beginning of a line no tag, image or mention is left', () => {
    fc.assert(
      fc.property(bits, (words) => {
        const prose = inertMarkdown(words.join('')).replace(
          /^(`{3,}|~{3,})[^`\n]*\n(?:[\s\S]*?\n)??\1[`~]*[ \t]*$/gm,
          '',
        );
        expect(prose.replace(/(`+)[^`\n]*\1(?!`)/g, '')).not.toMatch(/<[a-z]|!\[|(?<!\w)@\w/);
      }),
    );
  });

  it('no fence is left open: what follows in the document is what it was', () => {
    const lines = fc.array(
      fc.constantFrom(
        '```',
        '~~~',
        '  ```',
        '   ```ts',
        '    ```',
        '- ```',
        '> ```',
        '``` `a',
        'a',
        '   b',
        '\t```',
        '',
      ),
    );
    fc.assert(
      fc.property(lines, (words) => {
        let open: { readonly marks: string; readonly indent: number } | undefined;
        for (const line of inertMarkdown(words.join('\n')).split('\n')) {
          const [, before = '', marks = '', rest = ''] = /^([\s>-]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
          if (marks === '') continue;
          if (open === undefined) open = { marks, indent: before.length };
          else if (marks === open.marks && rest === '' && before === ' '.repeat(open.indent)) open = undefined;
        }
        expect(open).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  it('every line stays, in its order', () => {
    fc.assert(
      fc.property(bits, (words) => {
        const written = inertMarkdown(words.join('')).split('\n');
        let from = 0;
        for (const line of words.join('').replace(/\n+$/, '').split('\n')) {
          // Fences are written again.
          if (/^(?:\s*(?:`{3,}|~{3,})|\s*$)/.test(line)) continue;
          const next = written.indexOf(line, from);
          expect(next).not.toBe(-1);
          from = next + 1;
        }
      }),
    );
  });

  it('a line stays a line', () => {
    expect(['Fix it', 'Ask @team', 'Use <b>', 'a `b', 'a\u202eb'].map(inertLine)).toEqual([
      'Fix it',
      '`Ask @team`',
      '`Use <b>`',
      '``a `b``',
      'a⟨U+202E⟩b',
    ]);
  });
});

describe('code that nothing closes', () => {
  it('as a span', () => {
    expect(['a', 'a`b', '`', 'a\nb', ''].map(codeSpan)).toEqual(['`a`', '``a`b``', '`` ` ``', '`a b`', '`  `']);
  });

  it('its own marks are longer than any inside', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '```', '\n', 'a')), (words) => {
        const [open = '', ...lines] = codeBlock(words.join('')).split('\n');
        expect(lines.at(-1)).toBe(open);
        for (const line of lines.slice(0, -1)) expect(line).not.toContain(open);
      }),
    );
  });
});
