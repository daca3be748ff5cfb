import { foldAll } from '@toolthread/core';
import { entryLines, resultText } from '@toolthread/core/lines';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { calling, completed, firstCall } from '../../test/first-call.ts';
import { isTerminalText } from '../terminal/terminal-rows.ts';
import { wordsOf } from './words-of.ts';
import { english } from '@toolthread/core/text';

/** What the page shows of a result, as lines. */
function shownLines(call: ReturnType<typeof firstCall>): {
  inline?: string;
  below?: readonly string[];
  marker?: string;
} {
  const words = wordsOf(call, resultText(call), english);
  if (words === undefined) return {};
  if (words.inline !== undefined) return { inline: words.inline };
  return {
    ...(words.shown === 0 ? {} : { below: words.text.slice(0, words.shown).split('\n') }),
    ...(words.marker === undefined ? {} : { marker: words.marker }),
  };
}

describe('[L1] the page cuts a result where every other view cuts it', () => {
  test.each(goldenLedgers)('%s', (_, events) => {
    for (const [, call] of foldAll(events).calls.byPlace.entries()) {
      if (call.state.name !== 'settled') continue;
      const { inline, below, marker } = entryLines(call);
      expect(shownLines(call)).toEqual({
        ...(inline === undefined ? {} : { inline }),
        ...(below === undefined ? {} : { below }),
        ...(marker === undefined ? {} : { marker }),
      });
    }
  });

  test('whatever the text, as long as no terminal is needed for it', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 120 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        fc.pre(!isTerminalText(text));
        const call = firstCall(calling('f', '{}', completed('done', text)));
        const { inline, below, marker } = entryLines(call);
        expect(shownLines(call)).toEqual(JSON.parse(JSON.stringify({ inline, below, marker })));
      }),
    );
  });
});

test('colours do not count towards the length, and a bar that was drawn over counts once', () => {
  const bar = Array.from({ length: 100 }, (_, step) => `\r\u001b[32m${step}%\u001b[0m`).join('');
  const call = firstCall(
    calling('f', '{}', {
      type: 'agent.tool.completed',
      call: 'c1',
      outcome: 'done',
      parts: [{ type: 'text', text: bar }],
    }),
  );
  expect(wordsOf(call, resultText(call), english)?.inline).toBe('99%');
});
