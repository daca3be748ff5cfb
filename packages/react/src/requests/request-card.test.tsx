import type { EventDraft, Question } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { drawn, textOf } from '../../test/drawn.tsx';
import { calling, ledgerOf } from '../../test/made-call.ts';

const asking = (...questions: readonly Question[]): string =>
  drawn(calling('ask', '{}', { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions }), {
    open: false,
  });

describe('a question', () => {
  test('has a button for each option, with its key and what it means', () => {
    const text = textOf(
      asking({
        question: 'Which?',
        options: [{ label: 'A', description: 'the first' }, { label: 'B' }],
        free_text: true,
      }),
    );
    expect(text).toContain('Which?');
    expect(text).toContain('A the first 1');
    expect(text).toContain('B 2');
    expect(text).toContain('Something else… 0');
  });

  test('with more than nine options has keys for nine', () => {
    const options = Array.from({ length: 12 }, (_, index) => ({ label: `option-${index + 1}` }));
    const text = textOf(asking({ question: 'Which?', options }));
    expect(text).toContain('option-9 9');
    expect(text).toMatch(/option-10 option-11/);
  });

  test('without options is a field to write in', () => {
    const markup = asking({ question: 'Why?' });
    expect(markup).toContain('aria-label="Your answer"');
    expect(textOf(markup)).toContain('Send');
  });

  test('of several are sent together, each under its own words', () => {
    const text = textOf(
      asking(
        { question: 'First?', options: [{ label: 'A' }] },
        { question: 'Second?', options: [{ label: 'B' }], multiple: true },
      ),
    );
    expect(text).toMatch(/2 questions First\? A 1 Second\? B Send ⏎/);
  });

  test('nobody can send to has buttons that cannot be pressed', () => {
    expect(asking({ question: 'Which?', options: [{ label: 'A' }] })).toContain(
      '<fieldset class="tt-question" disabled=""',
    );
  });
});

describe('an approval', () => {
  const approval = (...then: readonly EventDraft[]): string =>
    drawn(
      calling(
        'publish',
        '{"tag":"latest"}',
        { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' },
        ...then,
      ),
      { open: false },
    );

  test('shows what would run, and a key on every way to settle it', () => {
    const text = textOf(approval());
    expect(text).toContain('Allow publish?');
    expect(text).toContain('publish tag: latest');
    expect(text).toContain('Allow once A For this thread T Edit E Deny D');
  });

  test('settled is a card no more', () => {
    expect(approval({ type: 'request.resolved', request: 'r1', decision: 'once', by: '@human' })).not.toContain(
      'tt-request"',
    );
  });
});

test('a request without a call stays, and says how it ended', () => {
  const text = textOf(
    drawn(
      ledgerOf(
        { type: 'request.opened', request: 'r1', kind: 'plan', title: 'The plan' },
        { type: 'request.resolved', request: 'r1', decision: 'deny', by: '@human' },
      ),
    ),
  );
  expect(text).toBe('The plan → deny');
});
