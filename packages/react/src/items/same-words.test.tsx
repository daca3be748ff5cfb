import { threadOf, timeline } from '@toolthread/core';
import type { PlacedLine } from '@toolthread/core/lines';
import { lineWords, missingWords, momentsOf } from '@toolthread/core/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { strangeWords } from '../../test/strange-words.ts';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { writeHtml } from '../export/write-html.tsx';

/** Drawn as what it means: lists, links and tables have other letters then. */
const isMarkdown = ({ kind }: PlacedLine): boolean => kind === 'words';

describe.each(goldenLedgers)('golden ledger %s says the words of its lines', (_, all) => {
  describe.each(momentsOf(all.length))('after %i events', (upTo) => {
    const events = all.slice(0, upTo);
    const thread = threadOf(events);

    // Some tools have a better line than their arguments.
    test('on the page, with everything open', () => {
      // What is still asked is a form there.
      const words = lineWords(timeline(thread), 'whole', (line, { role }) => {
        return !isMarkdown(line) && role !== 'arguments' && (line.kind !== 'request' || role !== 'note');
      });
      expect(missingWords(words, markupText(drawn(events)))).toEqual([]);
    });

    // Some words depend on the clock: the time until the next attempt.
    test.each([
      ['when it was written', 0],
      ['a year later', 365 * 86_400_000],
    ])(
      'and the page, %s, says nothing that neither its lines, nor the ledger, nor its own few words say',
      (_when, later) => {
        vi.useFakeTimers({ toFake: ['Date'], now: (events.at(-1)?.at ?? 0) + later });
        onTestFinished(() => void vi.useRealTimers());
        expect(strangeWords(drawn(events), lineWords(timeline(thread), 'whole'), events)).toEqual([]);
      },
    );

    test('in an HTML file, of the same parts, which says nothing else either', () => {
      const words = lineWords(timeline(thread), 'whole', (line, { role }) => !isMarkdown(line) && role !== 'arguments');
      const file = writeHtml(thread, { styles: '' });
      expect(missingWords(words, markupText(file))).toEqual([]);
      const said = lineWords(timeline(thread), 'whole');
      expect(strangeWords(file.slice(file.indexOf('<body>')), said, events)).toEqual([]);
    });
  });
});
