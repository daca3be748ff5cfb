import { parseLedger, threadOf, timeline } from '@toolthread/core';
import { parseToolBlocks, renderText } from '@toolthread/core/blocks';
import { lineWords, missingWords, momentsOf, strangeRows } from '@toolthread/core/testing';
import { aboutThread, markdownHead, readTranscript, textWriter, textWriters } from '@toolthread/transcripts';
import type { WritableThread } from '@toolthread/transcripts';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from './draw-thread.ts';

const GOLDEN = join(import.meta.dirname, '../../../../packages/core/fixtures');
const FILES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');
const names = globSync('*.jsonl', { cwd: GOLDEN }).map((file) => basename(file, '.jsonl'));
const decoded = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** When something was said is told only to people. */
const timeless = (text: string): string =>
  text.replaceAll(/(?:^ *\*?(?=\d)| · )\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?:(?=\*)|$)/gm, '');

describe.each(names)('golden ledger %s says the same words', (name) => {
  const { events: all } = parseLedger(readFileSync(join(GOLDEN, `${name}.jsonl`), 'utf8'));
  describe.each(momentsOf(all.length))('after %i events', (upTo) => {
    const events = all.slice(0, upTo);
    const thread = { events, ...threadOf(events) };
    const { items } = timeline(thread);

    it.each(['collapsed', 'expanded', 'whole'] as const)('as plain text and in a terminal, %s', (form) => {
      const words = lineWords({ items }, form);
      const rows = [...drawThread(items, form)].flatMap((row) => wrap(row, { columns: Infinity, colours: false }));
      const painted = timeless(rows.join('\n'));
      for (const text of form === 'whole' ? [painted] : [renderText({ items }, { form }), painted]) {
        expect(missingWords(words, text)).toEqual([]);
        expect(strangeRows({ items }, form, text)).toEqual([]);
      }
    });

    it('as Markdown', () => {
      const text = decoded(textWriters.md(thread));
      expect(missingWords(lineWords({ items }, 'whole'), text)).toEqual([]);
      // Its own: the heading, the tags of what can be folded, and the heads of long arguments and results.
      const head = markdownHead(aboutThread(thread)).map((line) => decoded(line));
      const rows = text.replace(/<\/?(?:details|summary)>|(?:Arguments|Result) · [\d.]+K?B/g, '').split('\n');
      const own = timeless(rows.filter((row) => !head.includes(row)).join('\n'));
      expect(strangeRows({ items }, 'whole', own)).toEqual([]);
    });

    it('as text with blocks: what was said, asked and called', () => {
      const said = lineWords({ items }, 'collapsed', ({ kind }) => ['message', 'title', 'request'].includes(kind));
      const called = lineWords({ items }, 'expanded', ({ kind }, { role }) => kind === 'call' && role !== 'note');
      const text = parseToolBlocks(textWriters.text(thread))
        .map((part) => (part.kind === 'text' ? part.text : `${part.call} ${part.result ?? ''}`))
        .join('\n');
      expect(missingWords([...said, ...called], text)).toEqual([]);
    });

    it('[issue 11] as text with nothing left out', () => expect(leftOut(thread)).toEqual([]));
  });
});

describe('[issue 11] every word that "open --full" shows of a session stands in its whole text and its Markdown', () => {
  const files = globSync('*/*.{json,jsonl}', { cwd: FILES });
  it.each(files)('%s', (file) => {
    const thread = readTranscript(readFileSync(join(FILES, file)));
    expect(leftOut(thread)).toEqual([]);
    const shown = lineWords(timeline(thread), 'whole');
    expect(missingWords(shown, decoded(textWriters.md(thread)))).toEqual([]);
  });
});

/** The words of a thread that its whole text does not have. What is folded is counted in its head only where something can be folded. */
function leftOut(thread: WritableThread): readonly string[] {
  const { items } = timeline(thread);
  const shown = lineWords({ items }, 'whole', (_, { role }) => role !== 'label');
  const text = [...textWriter(aboutThread(thread), { whole: true, plain: true }).texts(items)].join('');
  return missingWords(shown, text);
}
