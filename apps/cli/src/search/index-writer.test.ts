import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { aroundWords, askedSearch, indexedText, matchOf, termsOf, wordsPattern } from '@toolthread/core/lines';
import { searchInIndex } from './search-in-index.ts';
import { IndexWriter } from './index-writer.ts';
import { openForReading, openIndex } from './open-index.ts';
import type { IndexedSource } from './index-writer.ts';
import type { SessionText } from './session-texts.ts';

async function* each(texts: readonly string[]): AsyncIterable<SessionText> {
  for (const [n, text] of texts.entries()) yield { place: `${n}`, whose: 'you', text };
}

function source(key: string, more: Partial<IndexedSource> = {}): IndexedSource {
  return { key, stamp: '1', id: key, agent: 'codex', title: key, project: '~/shop', at: 1, ...more };
}

interface Opened {
  readonly file: string;
  readonly writer: IndexWriter;
  readonly find: (...words: string[]) => string[];
}

function opened(): Opened {
  const file = join(folder(), 'search.db');
  const database = openIndex(file);
  const writer = new IndexWriter(database);
  onTestFinished(() => writer.close());
  const find = (...words: string[]): string[] =>
    searchInIndex(database, { asked: { words }, limit: 100, places: 100 }).hits.flatMap(({ id, places }) =>
      places.map(({ place, around }) => `${id} ${place} ${around}`),
    );
  return { file, writer, find };
}

/** All that is in the file, and beside it. */
function bytesOf(file: string): string {
  return ['', '-wal'].map((end) => (existsSync(file + end) ? readFileSync(file + end, 'latin1') : '')).join('');
}

describe('the index', () => {
  it('finds the words in the texts that hold them all, the newest source first', async () => {
    const { writer, find } = opened();
    await writer.put(source('old'), each(['Upgrade the parser', 'nothing']));
    await writer.put(source('new', { at: 2 }), each(['no', 'The PARSER needs an\n  upgrade']));
    expect(find('parser', 'upgrade')).toEqual(['new 1 The PARSER needs an upgrade', 'old 0 Upgrade the parser']);
    expect(find('an upgrade')).toEqual(['new 1 The PARSER needs an upgrade']);
    expect(find('parser', 'nothing')).toEqual([]);
  });

  it('a source that grew has what it has now, and nothing twice', async () => {
    const { writer, find } = opened();
    await writer.put(source('a'), each(['first words', 'second words']));
    await writer.put(source('a', { stamp: '2' }), each(['first words', 'second words, changed', 'third words']));
    expect(find('words')).toEqual(['a 0 first words', 'a 1 second words, changed', 'a 2 third words']);
    await writer.put(source('a', { stamp: '3' }), each(['first words']));
    expect(find('words')).toEqual(['a 0 first words']);
    expect([...writer.stamps()]).toEqual([['a', '3']]);
  });

  it('words that were taken out are nowhere in the file', async () => {
    const { file, writer, find } = opened();
    await writer.put(source('a', { title: 'zqtitle' }), each(['zqvwxparser']));
    await writer.put(source('b'), each(['other words']));
    expect(find('zqvwx')).toHaveLength(1);
    writer.drop('a');
    expect(find('zqvwx')).toEqual([]);
    expect(find('other')).toHaveLength(1);
    for (const word of ['zqvwxparser', 'zqv', 'vwx', 'zqtitle']) expect(bytesOf(file)).not.toContain(word);
  });

  it('a file that is damaged, or another program’s, is made anew', async () => {
    const file = join(folder(), 'search.db');
    writeFileSync(file, 'not a database, but long enough to look like one'.repeat(100));
    const writer = new IndexWriter(openIndex(file));
    await writer.put(source('a'), each(['some words']));
    writer.close();
    const reader = openForReading(file);
    expect(reader && searchInIndex(reader, { asked: { words: ['some'] }, limit: 1, places: 1 }).hits).toHaveLength(1);
    reader?.close();
  });

  it('[issue 14] sessions are found by tool, outcome, author, agent and day, with words or without', async () => {
    const database = openIndex(join(folder(), 'search.db'));
    const writer = new IndexWriter(database);
    onTestFinished(() => writer.close());
    const day = new Date(2026, 10, 16, 12).getTime();
    async function* said(): AsyncIterable<SessionText> {
      yield { place: '0', whose: 'you', author: 'you', text: 'go and make it' };
      yield { place: '1', whose: 'Bash', tool: 'Bash', outcome: 'failed', text: 'make: no rule' };
    }
    await writer.put(source('s', { at: day }), said());
    const places = (text: string): readonly (string | null)[] =>
      searchInIndex(database, { asked: askedSearch(text), limit: 9, places: 9 }).hits.flatMap((hit) =>
        hit.places.map(({ place }) => place),
      );
    expect(places('make')).toEqual(['0', '1']);
    expect(places('make tool:bas')).toEqual(['1']);
    expect(places('outcome:failed')).toEqual(['1']);
    expect(places('outcome:done make')).toEqual([]);
    expect(places('author:YOU')).toEqual(['0']);
    expect(places('go agent:Codex')).toEqual(['0']);
    expect(places('make agent:claude')).toEqual([]);
    expect(places('make since:2026-11-16 until:2026-11-16')).toEqual(['0', '1']);
    expect([places('make since:2026-11-17'), places('make until:2026-11-15')]).toEqual([[], []]);
  });

  it('law: after any changes it finds what reading all of it would find', async () => {
    const words = ['parser', 'Größe', 'exit code', 'x', 'needle', 'ser nee'];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join(' '));
    const change = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      texts: fc.option(fc.array(text, { maxLength: 6 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const database = openIndex(join(folder(), 'search.db'));
        const writer = new IndexWriter(database);
        const known = new Map<string, readonly string[]>();
        for (const { key, texts } of changes) {
          if (texts === null) writer.drop(key);
          else await writer.put(source(key), each(texts));
          if (texts === null) known.delete(key);
          else known.set(key, texts);
        }
        for (const asked of [['parser'], ['needle', 'größe'], ['EXIT CODE'], ['ser nee', 'x']]) {
          const patterns = asked.map((word) => wordsPattern(word));
          const wanted = [...known].flatMap(([key, texts]) =>
            texts.flatMap((said, item) => (aroundWords(said, patterns) !== undefined ? [`${key} ${item}`] : [])),
          );
          const found = searchInIndex(database, { asked: { words: asked }, limit: 9, places: 9 }).hits;
          const places = found.flatMap(({ id, places: those }) => those.map(({ place }) => `${id} ${place}`));
          expect(places.sort()).toEqual(wanted.sort());
        }
        writer.close();
      }),
      { numRuns: 60 },
    );
  });

  it('law: whatever a pattern finds in a text, the index finds', () => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const database = new DatabaseSync(':memory:');
    database.exec(`create virtual table words using fts5(text, content='', tokenize='trigram', detail=column)`);
    const put = database.prepare('insert or replace into words(rowid, text) values(?, ?)');
    const ask = database.prepare('select rowid from words where words match ? and rowid = ?');
    const letter = fc.constantFrom(
      'a',
      'B',
      'K',
      '\u212a',
      'ſ',
      's',
      'S',
      'ß',
      'ẞ',
      'İ',
      'i',
      'ı',
      'Σ',
      'σ',
      'ς',
      'µ',
      'μ',
      'é',
      'e\u0301',
      'Å',
      '\u212b',
      '한',
      '글',
      '"',
      "'",
      '*',
      '(',
      '.',
      '\0',
      '\ud800',
      '😀',
      'ǅ',
      'Ω',
      '\u2126',
      'ϐ',
      'ᾳ',
      'Ꮿ',
    );
    const text = fc.string({ unit: fc.oneof(letter, fc.constantFrom(' ', '\n', '\u00a0', '\u0085')), maxLength: 30 });
    let row = 0;
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(12), fc.boolean(), (said, from, length, isLoud) => {
        const cut = said
          .normalize('NFC')
          .slice(from, from + length)
          .trim();
        const word = isLoud ? cut.toUpperCase() : cut;
        const terms = termsOf(word);
        fc.pre(terms.length > 0 && wordsPattern(word).test(said.normalize('NFC')));
        row += 1;
        put.run(row, indexedText(said.normalize('NFC')));
        expect(ask.all(matchOf(terms), BigInt(row))).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
    database.close();
  });
});
