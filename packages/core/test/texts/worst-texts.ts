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

/** One piece again and again. */
const REPEATED: Readonly<Record<string, string>> = {
  'short fences': '```\nx\n```\n',
  'short paragraphs': 'x\n\n',
  'a list with quotes in it': '- > a\n  > - b\n',
  'emphasis that never ends': '*a ',
  'emphasis of all kinds': '***a**_b_~~c ',
  'a bold word after another': '**a** ',
  'underscores in words': 'a_b',
  links: '[a](https://example.com/b "c") ',
  'links that never end': '[a](<b ',
  'links in links': '[a[b](',
  references: '[a][b] ',
  images: '![a][b]\n\n[b]: https://example.com\n',
  tags: '<b>a</b>\n',
  'comments that never end': '<!-- a ',
  addresses: 'https://example.com/a_b*c a@example.com ',
  'one word': 'a',
  'one word with signs': 'a!$',
  'headings below lines': 'a\n==\n',
  'task lists': '- [x] a\n',
  escapes: '\\*',
  entities: '&ouml;&#1234;&nothing;',
  'colours of a terminal': '\u001b[31ma\u001b[0m',
  'letters of three scripts': 'aж漢',
  'lines of three scripts': `${'aж漢'.repeat(25)}\n\n`,
  backspaces: 'a\b',
  JSON: '{"a":[1,',
};

/** A form for each piece alone, and the ones that were found to be worst. */
export const worstForms: readonly WorstForm[] = [
  ...worstPieces.map((piece) => form(JSON.stringify(piece), () => piece)),
  ...Object.entries(REPEATED).map(([name, unit]) => form(name, () => unit)),
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
  form('quotes with tables', () => '> \n|', '> > > > > > '),
  form('reference definitions', (index) => `[a${index}]: https://example.com/${index}\n`),
  form('reference definitions and their use', (index) => `[a${index}]: https://example.com\n\n[a${index}]\n\n`),
  form('a word, and blanks without end', () => ' ', 'word'),
  form('a progress bar', (index) => `\r${'#'.repeat(40)} ${index}`),
  form('a diff', () => '-a\n+b\n', '@@ -1 +1 @@\n'),
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
