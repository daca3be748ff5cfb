import { foldAll } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { sessionDates } from './session-dates.ts';

const words = (...drafts: readonly EventDraft[]): string | undefined =>
  sessionDates(
    foldAll(drafts.map((draft, index): LedgerEvent => ({ v: 1, thread: 't', seq: index + 1, at: 0, ...draft }))),
    'en',
  );
const at = (hour: number, minute: number): number => new Date(2026, 1, 2, hour, minute).getTime();
const said = (time: number): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text: 'Hi' }],
  delivery: 'now',
  at: time,
});

test('[sessions] from when to when a session went; nothing where its file does not say, or says nonsense', () => {
  const step: EventDraft = { type: 'agent.step.started', step: 1, at: at(14, 50) };
  const end: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop', at: at(15, 12) };
  expect(words(said(at(13, 40)), step, end)).toMatch(/Feb 2, 2026.*1:40.*3:12\sPM/);
  expect(words(said(at(13, 40)))).toMatch(/^Feb 2, 2026, 1:40\sPM$/);
  expect(words(said(0))).toBeUndefined();
  expect(words(said(9e15), said(Number.MAX_SAFE_INTEGER))).toBeUndefined();
});

test('[sessions] the dates are those of the earliest and the latest record, whichever of them stands last', () => {
  expect(words(said(at(13, 40)), said(at(16, 5)), said(at(15, 12)))).toMatch(/1:40.*4:05\sPM/);
  expect(words(said(at(14, 0)), said(at(13, 40)), said(0), said(at(15, 12)))).toMatch(/1:40.*3:12\sPM/);
});
