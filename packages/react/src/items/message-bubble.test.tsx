import type { EventDraft } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../test/drawn.tsx';
import { ledgerOf } from '../../test/first-call.ts';

const said = (text: string, delivery: 'now' | 'steer' | 'followUp' = 'now', by?: string): EventDraft => ({
  type: 'message.posted',
  ...(by === undefined ? {} : { by }),
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery,
});
const text = (...drafts: readonly EventDraft[]): string =>
  markupText(drawn(ledgerOf(...drafts), { actions: allActions }));

test('[12.8] where several people are known, each message has the name of its own', () => {
  const read: EventDraft = { type: 'agent.step.started', step: 1 };
  expect(text(said('go', 'now', 'Ada'), said('stop'), read)).toBe('Ada go stop Thinking…');
  const html = drawn(ledgerOf(said('go', 'now', '<b>\u202eAda'), said('stop')), { actions: allActions });
  expect(html).toContain('data-own="true"');
  expect(html).not.toMatch(/<b>|\u202e/);
  expect(html.match(/aria-label="You"/g)).toHaveLength(1);
});

describe('a message that nobody has read', () => {
  test('can be changed and taken back, until the step that reads it begins', () => {
    expect(text(said('go'))).toBe('go The agent has not read this yet Edit Withdraw');
    const status: EventDraft = { type: 'agent.status', status: 'running' };
    expect(text(said('go'), status)).toContain('go The agent has not read this yet Edit Withdraw');
    expect(text(said('go'), status, { type: 'agent.step.started', step: 1 })).toBe('go Thinking…');
  });

  test('during a run says that it was sent to those at work, and is read by the next step', () => {
    const begun: readonly EventDraft[] = [
      said('go'),
      { type: 'agent.status', status: 'running' },
      { type: 'agent.step.started', step: 1 },
      said('rather this', 'steer'),
    ];
    expect(text(...begun)).toContain(
      'rather this Sent while the agent worked The agent has not read this yet Edit Withdraw',
    );
    const read = text(
      ...begun,
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
      { type: 'agent.step.started', step: 2 },
    );
    expect(read).toContain('rather this Sent while the agent worked');
    expect(read).not.toContain('Edit');
  });

  test('is not there any more when it was taken back', () => {
    expect(text(said('one'), said('two'), { type: 'message.changed', message: 1, parts: [] })).toBe(
      'two The agent has not read this yet Edit Withdraw',
    );
  });

  test('of another participant is not ours to change', () => {
    expect(text({ ...said('hello'), type: 'message.posted', author: '@coder', parts: [], delivery: 'now' })).toBe(
      '@coder',
    );
  });

  test('has no buttons where there is nobody to tell', () => {
    expect(markupText(drawn(ledgerOf(said('go'))))).toBe('go The agent has not read this yet');
  });
});
