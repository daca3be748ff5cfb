import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnLines, VIEWERS } from '../../test/drawn-lines.ts';
import { typedWords } from './typed-words.ts';

const lines = (...all: readonly string[]): string => all.join('\n');

describe('[issue 11] what a person typed keeps its lines and its characters where Markdown is drawn', () => {
  it.each([
    'Fix the parser, please.', // a sentence
    'a\n\nb', // paragraphs
    'Here:\n```ts\nf(@x)\n```\nOK?', // a fence
    'call `f(*x)` twice', // code in a line
    'set max_old_space and 2 * 3 * 4', // names with a line in them
  ])('%j is drawn as it is', (typed) => expect(typedWords(typed)).toBe(typed));

  it.each([
    'Fix it.\nThen run it.',
    'Do this:\n- one\n- two',
    '1. one\n2. two',
    '- a\n  - b\n  more\n- c',
    'One.  Two  three\nOne.  Two',
  ])('%j is drawn line by line', (typed) => expect(typedWords(typed)).toBe(typed.replaceAll('\n', '  \n')));

  it.each([
    'def f(x):\n    return x',
    'if x:\n  y\n\n\nif z:\n  y',
    'PID  NAME\n1    init',
    '> npm test\n> vitest',
    'a|b\n-|-\n1|2',
    'a ` b\n@x',
  ])('%j is a block of code', (typed) => expect(typedWords(typed)).toBe(`\`\`\`\n${typed}\n\`\`\``));

  it.each(
    Object.entries({
      'a quote': ['> said\nnot me', '`>` said  \nnot me'],
      'a heading': ['# Task\ndo it', '`#` Task  \ndo it'],
      'what underlines one': ['Task\n===', 'Task  \n`===`'],
      'what divides': ['a\n\n---\n\nb', 'a\n\n`---`\n\nb'],
      'a number that would be another': ['1. one\n3. three', '1. one  \n`3.` three'],
    }),
  )('a mark at the beginning of a line is code: %s', (_, [typed = '', drawn]) => expect(typedWords(typed)).toBe(drawn));

  it.each(
    Object.entries({
      'a mention': ['ask @team, or a@b.org', 'ask `@team`, or a@b.org'],
      mentions: ['@a @b (@c)', '`@a @b (@c)`'],
      'a tag': ['why is <div class="a b"> open?', 'why is `<div class="a b">` open?'],
      'an image': ['see ![x](http://t/a b) there', 'see `![x](http://t/a b)` there'],
      'a link, or what may be one': ['see [a](http://x), arr[0]', 'see `[a](http://x), arr[0]`'],
      'a definition': ['[a]: http://x', '`[a]:` http://x'],
      emphasis: ['be *very careful* with __init__', 'be `*very careful*` with `__init__`'],
      'an escape': ['in C:\\_x\\y and \\n', 'in `C:\\_x\\y` and \\n'],
      'an entity': ['as &lt; is', 'as `&lt;` is'],
      'mathematics, a picture by name': ['between $a and $b: 5$ :tada:', 'between $a and $b: `5$ :tada:`'],
      'what stands beside code': ['`a`@x', '`` `a`@x ``'],
    }),
  )('markup is code in its place: %s', (_, [typed = '', drawn]) => expect(typedWords(typed)).toBe(drawn));

  it('hidden characters are seen', () => expect(typedWords('a\u202eb')).toBe('a⟨U+202E⟩b'));
});

/** As a reader may draw it: points and code have marks of their own. */
function expected(typed: string): readonly string[] {
  return plain(typed.split('\n').map((line) => line.trim()));
}

function plain(all: readonly string[]): readonly string[] {
  return all
    .filter((line) => line !== '' && !/^(?:```|~~~)/.test(line))
    .map((line) =>
      line
        .replaceAll('`', '')
        .replace(/^[-*+] +/, '• ')
        .replace(/ {2,}/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

describe('[L7] [issue 11] whatever was typed or pasted', () => {
  const markup = [
    '_d_ __e__ *f* **g h** ~~i~~ [m] [n](o) [p]: ![q](r) <s> </t> <u <!-- @v \\ \\* &amp; &#64; $z$ :a: http://b.c/_d_',
    '# ## #k > >l - + * ** 1. 2. 3) --- ===',
  ].flatMap((words) => words.split(' '));
  const plainWords = 'a b_c ~/j | w@x.y C:\\y ( ) ! . `e`'.split(' ');
  const word = fc.constantFrom(...markup, ...plainWords, '-|-', ':-:', '`f g`');
  const line = fc
    .tuple(
      fc.constantFrom('', '', '', '- ', '  - ', '1. ', '2. ', '  ', '    ', '\t', '> ', '# '),
      fc.array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '', '  ')), { minLength: 1, maxLength: 5 }),
    )
    .map(([before, words]) => before + words.map(([text, gap]) => text + gap).join(''));
  const message = fc
    .array(fc.oneof({ weight: 5, arbitrary: line }, { weight: 1, arbitrary: fc.constant('') }), {
      maxLength: 8,
    })
    .map((all) => lines(...all));

  it.each(VIEWERS)('has the lines and the characters that it had, in their order: %o', (viewer) => {
    fc.assert(
      fc.property(message, (typed) => {
        expect(plain(drawnLines(typedWords(typed), viewer))).toEqual(expected(typed));
      }),
      { numRuns: 3000 },
    );
  });

  it('stands as code word by word: one paragraph whose words do not stand below each other is no block of code', () => {
    const words = fc.array(fc.constantFrom(...markup, ...plainWords), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, (typed) => {
        expect(typedWords(typed.join(' '))).not.toContain('```\n');
      }),
    );
  });

  it('outside of code nobody is mentioned, and nothing is markup', () => {
    fc.assert(
      fc.property(message, (typed) => {
        const prose = typedWords(typed)
          .replace(/^(`{3,})\n(?:[\s\S]*?\n)??\1$/gm, '')
          .replace(/(`+)[^\n]*?[^`]\1(?!`)/g, '');
        expect(prose).not.toMatch(/<[a-z/!]|!\[|(?<![\w.+-])@\w/);
      }),
    );
  });
});
