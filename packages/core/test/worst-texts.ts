/** Texts that cost a reader of Markdown, of terminals or of diffs the most for their length. `size` is in characters. */
export interface WorstForm {
  readonly name: string;
  make(size: number): string;
}

/** What such texts are put together from. */
export const worstPieces: readonly string[] = [
  'a',
  'words ',
  ' ',
  '    ',
  '\t',
  '\n',
  '\n\n',
  '  \n',
  '\r\n',
  '\u001b[31m',
  '\u200b',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '```\n',
  '~~~\n',
  '\\',
  '&',
  '&amp;',
  '&#x41;',
  '!',
  '$',
  '{',
  '/',
  '[',
  ']',
  '](',
  '[a]',
  '[a](b)',
  '![a](b)',
  '[a]:',
  '\n[a]: b',
  '<',
  '>',
  '<a ',
  '</a>',
  '<!--',
  '<?',
  '<![CDATA[',
  'http://a.b',
  'www.a.b',
  'a@b.c',
  '|',
  '|a',
  '\n|',
  '|-|',
  '\n|-|-|\n',
  '\n- ',
  '\n  - ',
  '\n1. ',
  '\n> ',
  '> ',
  '- ',
  '+ ',
  '1. ',
  '\n# ',
  '\n==',
  '\n--',
  '---\n',
  '*a',
  'a*',
  '_a',
  '.',
  ':',
  '"',
  "'",
  '@',
];

export function repeated(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
}

/** A form for each piece alone, and the ones that were found to be worst. */
export const worstForms: readonly WorstForm[] = [
  ...worstPieces.map((piece): WorstForm => ({ name: JSON.stringify(piece), make: (size) => repeated(piece, size) })),
  form('short fences', () => '```\nx\n```\n'),
  form('short paragraphs', () => 'x\n\n'),
  form('a fence that never ends', () => 'let a = 1;\n', '```ts\n'),
  form('fences of growing length', (index) => `${'`'.repeat((index % 60) + 1)}a\n`),
  form('code spans of growing length', (index) => `${'`'.repeat((index % 200) + 1)}a `),
  form('a long table', () => '| a | b |\n', '| a | b |\n|---|---|\n'),
  form('a table of short rows', () => '|\n', '|a|\n|-|\n'),
  {
    name: 'a wide table',
    make: (size) => [repeated('|a', size / 3), repeated('|-', size / 3), repeated('|b', size / 3)].join('\n'),
  },
  {
    name: 'a table with a long head',
    make: (size) => `${repeated('|a', size / 8)}\n${repeated('|-', size / 8)}\n${repeated('|b|\n', size * 0.75)}`,
  },
  form('nested lists', (index) => `${' '.repeat(index % 200)}- a\n`),
  form('nested quotes', (index) => `${'>'.repeat(index % 300)} a\n`),
  form('a list with quotes in it', () => '- > a\n  > - b\n'),
  form('quotes with tables', () => '> \n|', '> > > > > > '),
  form('emphasis that never ends', () => '*a '),
  form('emphasis of all kinds', () => '***a**_b_~~c '),
  form('a bold word after another', () => '**a** '),
  form('underscores in words', () => 'a_b'),
  form('links', () => '[a](https://example.com/b "c") '),
  form('links that never end', () => '[a](<b '),
  form('links in links', () => '[a[b]('),
  form('references', () => '[a][b] '),
  form('reference definitions', (index) => `[a${index}]: https://example.com/${index}\n`),
  form('reference definitions and their use', (index) => `[a${index}]: https://example.com\n\n[a${index}]\n\n`),
  form('images', () => '![a][b]\n\n[b]: https://example.com\n'),
  form('tags', () => '<b>a</b>\n'),
  form('comments that never end', () => '<!-- a '),
  form('addresses', () => 'https://example.com/a_b*c a@example.com '),
  form('one word', () => 'a'),
  form('one word with signs', () => 'a!$'),
  form('a word, and blanks without end', () => ' ', 'word'),
  form('headings below lines', () => 'a\n==\n'),
  form('task lists', () => '- [x] a\n'),
  form('escapes', () => '\\*'),
  form('entities', () => '&ouml;&#1234;&nothing;'),
  form('colours of a terminal', () => '\u001b[31ma\u001b[0m'),
  form('a progress bar', (index) => `\r${'#'.repeat(40)} ${index}`),
  form('letters of three scripts', () => 'aж漢'),
  form('lines of three scripts', () => `${'aж漢'.repeat(25)}\n\n`),
  form('backspaces', () => 'a\b'),
  form('a diff', () => '-a\n+b\n', '@@ -1 +1 @@\n'),
  form('JSON', () => '{"a":[1,', ''),
];

function form(name: string, unit: (index: number) => string, before = ''): WorstForm {
  return {
    name,
    make(size) {
      const units = [before];
      for (let length = before.length, index = 0; length < size; index += 1) {
        const next = unit(index);
        units.push(next);
        length += next.length;
      }
      return units.join('').slice(0, size);
    },
  };
}
