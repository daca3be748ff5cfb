/** Every renderer of a tool, with hostile words, and with words that may not be hidden. */
import { emptyThread, threadOf, timeline } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { appendDrafts } from '@toolthread/core/adapters';
import { askedDrafts, bypasses, lineWords, missingWords } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { expectInert } from '../../test/expect-inert.ts';
import { firstCall } from '../../test/first-call.ts';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { toolSamples } from '../../test/tool-samples.ts';
import { writeHtml } from '../export/write-html.tsx';
import { toolRenderers } from './tool-renderers.ts';

test('every renderer has a sample that it draws', () => {
  const calls = toolSamples('word').map(({ events }) => firstCall([...events]));
  const drawing = new Set(calls.map((call) => toolRenderers.find((renderer) => renderer.matches(call))));
  expect(toolRenderers.filter((renderer) => !drawing.has(renderer)).map(({ name }) => name)).toEqual([]);
});

describe('[B.6 48] a text that passed the sanitisers of others, in every field of every tool', () => {
  test.each(bypasses)('%j is text, on the page and in the export', (text) => {
    for (const { events } of toolSamples(text)) expectInert(drawn(events));
    const html = writeHtml(threadOf(toolSamples(text)[0]?.events ?? []), { styles: '' });
    expectInert(html.slice(html.indexOf('<body')));
  });
});

test.each(['\u4e00a\u200b', '- a\n'])(
  '[M9] of fields with twelve thousand times %j no tool, with everything open, makes more tags than the plain one can',
  (text) => {
    for (const { name, events } of toolSamples(text.repeat(12_000))) {
      const tags = drawn(events).split('<').length;
      expect([name, tags < 25_000]).toEqual([name, true]);
    }
  },
);

test('[M9] options of a request that was answered are drawn in the call as long as they are no text of their own', () => {
  const asked = (label: string): string =>
    drawn(
      appended([
        ...askedDrafts([{ question: 'Which?', options: [{ label }] }], { name: 'chat_ask_user' }),
        {
          type: 'request.resolved',
          request: 'r',
          decision: 'answered',
          answers: [{ question: 'Which?', values: [label] }],
        },
      ]),
    );
  expect(asked('this one')).toContain('tt-choices');
  expect(asked('this one '.repeat(20_000))).not.toContain('tt-choices');
});

describe('[L4] no renderer hides what a call gave: alone, with its details open, it says the words of its lines', () => {
  test.each(toolSamples('Quokka said 4711 words').map(({ name, events }) => [name, events] as const))(
    '%s',
    (_, events) => expect(missing(events)).toEqual([]),
  );

  test.each(goldenLedgers)('each call of golden ledger %s', (_, ledger) => {
    for (const event of ledger) {
      if (event.type !== 'agent.tool.called') continue;
      const own = ledger.filter(
        (other) => 'call' in other && other.call === event.call && other.scope === event.scope && other !== event,
      );
      const alone = [{ ...event, type: 'agent.step.started', step: event.step } as const, event, ...own];
      expect(missing(alone.map((each, index) => ({ ...each, seq: index + 1 })))).toEqual([]);
    }
  });
});

const appended = (drafts: readonly EventDraft[]): readonly LedgerEvent[] => appendDrafts(emptyThread('t'), drafts, 0);

/** The words of its lines that the page does not say. Some tools have a better line than their arguments. */
function missing(events: Parameters<typeof threadOf>[0]): readonly string[] {
  const thread = threadOf(events);
  const words = lineWords(timeline(thread), 'whole', ({ kind }, { role }) => kind === 'call' && role !== 'arguments');
  return missingWords(words, markupText(drawn(events)));
}
