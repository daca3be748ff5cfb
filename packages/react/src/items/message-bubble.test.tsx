import type { EventDraft } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../test/drawn.tsx';
import { ledgerOf } from '../../test/first-call.ts';

const said = (text: string, delivery: 'now' | 'steer' | 'followUp' = 'now'): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery,
});
const text = (...drafts: readonly EventDraft[]): string =>
  markupText(drawn(ledgerOf(...drafts), { actions: allActions }));

describe('a message that nobody has read', () => {
  test('can be changed and taken back, until the step that reads it begins', () => {
    expect(text(said('go'))).toBe('go The agent has not read this yet Edit Take back');
    const status: EventDraft = { type: 'agent.status', status: 'running' };
    expect(text(said('go'), status)).toContain('go The agent has not read this yet Edit Take back');
    expect(text(said('go'), status, { type: 'agent.step.started', step: 1 })).toBe('go Thinking…');
  });

  test('during a run says that it was sent to those at work, and is read by the next step', () => {
    const begun: readonly EventDraft[] = [
      said('go'),
      { type: 'agent.status', status: 'running' },
      { type: 'agent.step.started', step: 1 },
      said('rather this', 'steer'),
    ];
    expect(text(...begun)).toContain('rather this Sent while it worked The agent has not read this yet Edit Take back');
    const read = text(
      ...begun,
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
      { type: 'agent.step.started', step: 2 },
    );
    expect(read).toContain('rather this Sent while it worked');
    expect(read).not.toContain('Edit');
  });

  test('is not there any more when it was taken back', () => {
    expect(text(said('one'), said('two'), { type: 'message.changed', message: 1, parts: [] })).toBe(
      'two The agent has not read this yet Edit Take back',
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
