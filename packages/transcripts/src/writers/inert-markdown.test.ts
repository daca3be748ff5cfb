import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeBlock, codeSpan } from './code-span.ts';
import { inertMarkdown } from './inert-markdown.ts';

/** Where a zero-width space was put. */
const shown = (markdown: string): string => inertMarkdown(markdown).replaceAll('\u200b', '·');

describe('[L7] foreign Markdown does nothing by itself', () => {
  it.each([
    ['an image', '![x](http://t/a.png)', '!·[x](http://t/a.png)'],
    ['an image by reference', '![x][1]\n\n[1]: http://t', '!·[x][1]\n\n[1]: http://t'],
    ['a tag', '<img src=x onerror=y> </details>', '<·img src=x onerror=y> <·/details>'],
    ['a comment, a declaration', '<!-- x --> <?xml?>', '<·!-- x --> <·?xml?>'],
    ['a mention', 'ask @team about a@b.org', 'ask @·team about a@b.org'],
    ['words that are no markup', 'a < b, wow! [x](http://y) 2 @ 3', 'a < b, wow! [x](http://y) 2 @ 3'],
    ['code in a line', 'use `Array<string>` and `@scope/name`', 'use `Array<string>` and `@scope/name`'],
    ['code that is not one: escaped', '\\`<b>`', '\\`<·b>`'],
    ['code that is not one: begun above', '`a\n` <b> `', '`a\n` <·b> `'],
    ['code that is not one: cells of a table', '| ` | <b> ` |', '| ` | <·b> ` |'],
    ['code again after a blank line', '`a\n\n`<b>`', '`a\n\n`<b>`'],
    ['a fence', '```html\n<b>@x</b>\n```\n<b>', '```html\n<b>@x</b>\n```\n<·b>'],
    ['a longer fence', '````\n```\n<b>\n````\n<b>', '````\n```\n<b>\n````\n<·b>'],
    ['a fence left open is closed', '~~~\n<b>', '~~~\n<b>\n~~~'],
    ['a fence in a list: nobody knows what follows', '- ```\n  ```\n<b>\n```\n<b>', '- ```\n  ```\n<·b>\n```\n<·b>'],
    ['no fence: backticks in its line', '``` `<b>`', '``` `<·b>`'],
    ['hidden characters', 'a\u202eb\u001b[2J', 'a⟨U+202E⟩b␛[2J'],
  ])('%s', (_, markdown, expected) => expect(shown(markdown)).toBe(expected));

  it('outside fences of its own no tag, image or mention is left', () => {
    const bits = fc.array(
      fc.constantFrom('<b>', '![', '@x', '`', '``', '```', '~~~', '\n', '\n\n', ' ', '- ', '> ', '|', '\\', 'a'),
    );
    fc.assert(
      fc.property(bits, (words) => {
        const prose = inertMarkdown(words.join('')).replace(
          /^(`{3,}|~{3,})[^`\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm,
          '',
        );
        expect(prose.replace(/(`+)[^`\n]*\1(?!`)/g, '')).not.toMatch(/<[a-z]|!\[|(?<!\w)@\w/);
      }),
    );
  });

  it('every word stays', () => {
    fc.assert(
      fc.property(fc.string(), (markdown) =>
        inertMarkdown(markdown).replaceAll('\u200b', '').startsWith(markdown.replaceAll('\u200b', '')),
      ),
    );
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
