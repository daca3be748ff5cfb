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
  below?: string;
  marker?: string;
  tail?: string;
} {
  const words = wordsOf(call, resultText(call), english);
  if (words === undefined) return {};
  if (words.inline !== undefined) return { inline: words.inline };
  return {
    ...(words.shown === 0 ? {} : { below: words.text.slice(0, words.shown) }),
    ...(words.marker === undefined ? {} : { marker: words.marker }),
    ...(words.tail === undefined ? {} : { tail: words.tail.text }),
  };
}

describe('[L1] the page cuts a result where every other view cuts it', () => {
  test.each(goldenLedgers)('%s', (_, events) => {
    for (const [, call] of foldAll(events).calls.byPlace.entries()) {
      if (call.state.name !== 'settled') continue;
      const { inline, below, marker, tail } = entryLines(call);
      expect(shownLines(call)).toEqual({
        ...(inline === undefined ? {} : { inline }),
        ...(below === undefined ? {} : { below }),
        ...(marker === undefined ? {} : { marker }),
        ...(tail === undefined ? {} : { tail }),
      });
    }
  });

  test('whatever the text, as long as no terminal is needed for it', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 120 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('done', 'failed'), (lines, outcome) => {
        const text = lines.join('\n');
        fc.pre(!isTerminalText(text));
        const call = firstCall(calling('f', '{}', completed(outcome, text)));
        const { inline, below, marker, tail } = entryLines(call);
        expect(shownLines(call)).toEqual(JSON.parse(JSON.stringify({ inline, below, marker, tail })));
      }),
    );
  });
});

test('colours do not count towards the length, and a bar that was drawn over counts once', () => {
  const bar = Array.from({ length: 100 }, (_, step) => `\r\u001b[32m${step}%\u001b[0m`).join('');
  const call = firstCall(
    calling('Bash', '{}', {
      type: 'agent.tool.completed',
      call: 'c1',
      outcome: 'done',
      parts: [{ type: 'text', text: bar }],
    }),
  );
  expect(wordsOf(call, resultText(call), english)?.inline).toBe('99%');
});

test.each([
  ['Read', '1→alpha\r2→beta\r3→gamma'],
  ['mcp__page__get', 'more\b\b\b\bgone'],
  ['f', 'erased\u001b[2K'],
])('[L4] what %s gave is no terminal: %j is all there', (name, printed) => {
  const words = wordsOf(firstCall(calling(name, '{}', completed('done', printed))), printed, english);
  expect(words).toMatchObject({ text: printed, rows: undefined });
});

test('[issue 13] the last lines of a failed command have the colours that it printed, without its last newlines', () => {
  const printed = `> test\n${'ok\n'.repeat(9)}\u001b[31mFAIL lint\u001b[0m\n\n1 failed\n\n`;
  const call = firstCall(calling('f', '{}', completed('failed', printed)));
  const tail = wordsOf(call, printed, english)?.tail;
  expect(tail?.text).toBe('FAIL lint\n\n1 failed');
  expect(tail?.rows?.map((row) => row.map(({ text }) => text).join(''))).toEqual(['FAIL lint', '', '1 failed']);
  expect(tail?.rows?.[0]?.[0]?.style.color).toBe(1);
});
