import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { expectInert } from '../../test/expect-inert.ts';
import { calling, completed } from '../../test/first-call.ts';

const html = (name: string, args: object, text: string): string =>
  drawn(calling(name, JSON.stringify(args), completed('done', text)));

describe('[seed 003] searches whose result is only text', () => {
  const said: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Glob: {
      '/app/a.ts\n/app/b.ts': '2 files',
      '/app/a.ts\n(Results are truncated. Consider using a more specific path or pattern.)': '1+ files',
      'No files found': '0 files',
      '/app/a.ts\n/app/truncated.ts': '2 files',
    },
    glob: {
      'Found 3 file(s) matching "*.ts" within /app, sorted by modification time:\n/app/a.ts': '3 files',
    },
    Grep: {
      'Found 2 files\n/app/a.ts\n/app/b.ts': '2 files',
      'src/a.ts:12:const x = 1\nsrc/a.ts-13-const y = 2\n--\nsrc/b.ts:7:x()': '2 matches',
      'src/a.ts:3\nsrc/b.ts:9\n\nFound 12 total occurrences across 2 files.': '12 matches',
      'No matches found': '0 matches',
      'src/a.ts:1:found 7 files\nsrc/a.ts:9:if (truncated) return': '2 matches',
      'src/a.ts:1:x\nsrc/a.ts-2-// truncated': '1 match',
      'src/a.ts:1:x\n(Results 1-100: truncated)': '1+ matches',
    },
    grep: { 'Found 12 matches\n/app/a.ts:\n  Line 12: x': '12 matches' },
  };

  test.each(Object.entries(said))('%s says how much was found', (name, results) => {
    for (const [text, words] of Object.entries(results))
      expect(markupText(html(name, { pattern: 'x' }, text))).toContain(words);
  });

  test('what does not say it is not counted', () => {
    expect(markupText(html('Grep', { pattern: 'x' }, 'binary file matches'))).not.toMatch(/\d+ (match|file|line)/);
  });

  test.each([
    'Web search results for query: "kiln"\n\nLinks: [{"title":"Kilns","url":"https://kiln.example/a"},{"title":"Clay","url":"https://clay.example/"}]\n\nKilns are hot.',
    'Kilns are hot.\n\n- [Kilns](https://kiln.example/a)\n- [Clay](https://clay.example/)',
  ])('pages are links, and the words stay: %j', (text) => {
    const page = html('WebSearch', { query: 'kiln' }, text);
    expect(page).toMatch(/<a [^>]*href="https:\/\/kiln\.example\/a"[^>]*>Kilns<\/a>/);
    expect(markupText(page)).toContain('2 pages');
    expect(markupText(page)).toContain('Kilns are hot.');
    expectInert(page);
  });

  test('[L7] an address that is none stays text', () => {
    const page = html('WebSearch', { query: 'x' }, 'Links: [{"title":"x","url":"javascript:alert(1)"}]');
    expect(page).not.toMatch(/href="javascript/i);
    expectInert(page);
  });
});

describe('[seed 001] details show what is not in sight', () => {
  test('a short result stands once', () => {
    const events = calling('strange_tool', '{}', completed('done', 'kiln-4711', { structured: 'kiln-4711' }));
    expect(markupText(drawn(events)).split('kiln-4711')).toHaveLength(2);
  });

  test('[L4] a long one stands there whole', () => {
    const text = Array.from({ length: 40 }, (_, index) => `line ${index}.`).join('\n');
    expect(markupText(drawn(calling('strange_tool', '{}', completed('done', text))))).toContain('line 39.');
  });
});
