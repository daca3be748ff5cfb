import { timeline } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import { describe, expect, test } from 'vitest';
import { readTranscript } from '../transcript/read-transcript.ts';
import { aboutThread, timeText } from './about.ts';
import { textWriter, textWriters } from './text-writers.ts';

const AT = Date.parse('2026-03-04T09:30:00Z');
const when = timeText(AT + 60_000) ?? '';

/** A rollout names no model here: nothing else is known of the answer than when it was given. */
function rollout(isTimed: boolean): string {
  const items = [
    { role: 'user', type: 'input_text', text: 'One sack.' },
    { role: 'assistant', type: 'output_text', text: 'It is weighed.' },
  ];
  return items
    .map(({ role, type, text }, minute) => {
      const timestamp = new Date(AT + minute * 60_000).toISOString();
      const payload = { type: 'message', role, content: [{ type, text }] };
      return JSON.stringify({ ...(isTimed ? { timestamp } : {}), type: 'response_item', payload });
    })
    .join('\n');
}

describe('[issue 11] an answer says when it was given, whatever else is known of it', () => {
  const thread = readTranscript(rollout(true));

  test('on a line of its own, in every form of the terminal', () => {
    for (const form of ['collapsed', 'expanded', 'whole'] as const) {
      const lines = [...linesOf(timeline(thread).items, form, timeText)].map(({ spans }) =>
        spans.map(({ text }) => text).join(''),
      );
      expect(lines.filter((line) => line === when)).toHaveLength(1);
      expect(lines.indexOf(when)).toBe(lines.indexOf('It is weighed.') + 1);
    }
  });

  test('in Markdown and in text, with and without --full', () => {
    const full = [...textWriter(aboutThread(thread), { whole: true, plain: true }).texts(timeline(thread).items)].join(
      '',
    );
    for (const text of [textWriters.md(thread), textWriters.text(thread), full])
      expect(text.slice(text.indexOf('It is weighed.'))).toContain(when);
  });

  test('where the file has no times, nothing is said', () => {
    const silent = readTranscript(rollout(false), { format: 'codex' });
    const lines = [...linesOf(timeline(silent).items, 'whole', timeText)].map(({ spans }) =>
      spans.map(({ text }) => text).join(''),
    );
    expect(lines.at(-1)).toBe('It is weighed.');
    expect(textWriters.md(silent) + textWriters.text(silent)).not.toMatch(/\d{4}-\d\d-\d\d/);
  });
});
