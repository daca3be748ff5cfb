import type { EventDraft, FinishReason } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { ledgerOf } from '../../test/first-call.ts';

const answering = (...then: readonly EventDraft[]): ReturnType<typeof ledgerOf> =>
  ledgerOf(
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'The answer.', phase: 'answer' },
    ...then,
  );
const ended = (finish_reason: FinishReason): string =>
  markupText(
    drawn(
      answering({
        type: 'agent.step.completed',
        step: 1,
        finish_reason,
        duration_ms: 1_200,
        usage: { input_tokens: 10, output_tokens: 650 },
      }),
    ),
  );

describe('an answer', () => {
  test('that streams has no timing yet, and says that it is being written', () => {
    const markup = drawn(answering());
    expect(markupText(markup)).toContain('The answer. Assistant · writing…');
    expect(markup).toContain('aria-busy="true"');
  });

  test('says, where it is opened, what each criterion said of the run', () => {
    const events = answering(
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
      {
        type: 'agent.continuation',
        should_continue: false,
        stop_reason: 'completed',
        resolved_by: 'steps',
        evaluations: [{ criterion: 'steps', verdict: 'stop', reason: '20 of 20' }],
      },
      { type: 'agent.status', status: 'completed' },
    );
    expect(markupText(drawn(events))).toContain('Steps: 20 of 20 · the run ends');
    expect(markupText(drawn(events, { open: false }))).toContain('Why');
    expect(markupText(drawn(events, { open: false }))).not.toContain('20 of 20');
  });

  test('[L3] says how it ended', () => {
    expect(ended('stop')).toContain('The answer. Assistant · 1.2s · 650 tokens Copy');
    expect(ended('length')).toContain('Cut off: the answer reached its length limit');
    expect(ended('refusal')).toContain('Refused by the model');
    expect(ended('aborted')).toContain('Stopped before it was complete');
    expect(ended('error')).toContain('Incomplete: the model failed');
  });

  test('has its files and sources where they came', () => {
    const text = markupText(
      drawn(
        ledgerOf(
          { type: 'agent.step.started', step: 1 },
          { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'The answer.' },
          {
            type: 'agent.part.completed',
            step: 1,
            part: 1,
            kind: 'source',
            content: { type: 'reference', name: 'Release notes', uri: 'https://example.com/notes' },
          },
          { type: 'agent.part.completed', step: 1, part: 2, kind: 'text', text: 'And more.' },
          { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
        ),
      ),
    );
    expect(text).toContain('The answer. Release notes And more.');
  });
});
