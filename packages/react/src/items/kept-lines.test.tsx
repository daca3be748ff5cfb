import { threadOf } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { expect, test } from 'vitest';
import { drawn } from '../../test/drawn.tsx';
import { calling, completed, ledgerOf } from '../../test/first-call.ts';
import { writeHtml } from '../export/write-html.tsx';

const TEXT = 'First line.\n  Second line.';
/** The element around the text, whose lines the styles keep. */
const KEPT = /<(?:pre|p|span|div|del)\b[^>]*class="(?:[^"]* )?(?:tt-plain|tt-result|tt-problem)\b[^"]*"[^>]*>[^<]*$/;

const failing: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running' },
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: TEXT },
  { type: 'agent.step.completed', step: 1, finish_reason: 'error', discarded: true, error: { message: TEXT } },
  { type: 'agent.status', status: 'failed', error_message: TEXT },
];

test.each([
  ['the error of a call', calling('look', '{}', completed('failed', 'Said.', { error: { message: TEXT } }))],
  ['why a run failed, and an attempt of it', ledgerOf(...failing)],
])('[L4] lines stay lines, on the page and in the export: %s', (_, events) => {
  for (const html of [drawn(events, { open: true }), writeHtml(threadOf(events), { styles: '' })]) {
    const before = html.split(TEXT).slice(0, -1);
    expect(before.length).toBeGreaterThan(0);
    for (const text of before) expect(text.slice(-200)).toMatch(KEPT);
  }
});
