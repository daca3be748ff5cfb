/** However long what is asked: a step of it is drawn, and nothing of it can be allowed before the rest was. */
import type { EventDraft } from '@toolthread/core';
import { worstForms } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../../test/drawn.tsx';
import { calling } from '../../../test/first-call.ts';
import { drawCost } from '../../text/draw-cost.ts';

const SIZE = 300_000;
/** A step, with the pictures of what is hidden, and what is around it. */
const LETTERS = 80_000;
const ELEMENTS = 1_200;

function cardOf(asked: string, opened: Partial<Extract<EventDraft, { type: 'request.opened' }>>): string {
  const request = { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1', ...opened } as const;
  const markup = drawn(calling('run', asked, request), { open: false, actions: allActions });
  return markup.slice(markup.indexOf('<section'));
}

function expectBounded(markup: string): void {
  expect(markupText(markup).length).toBeLessThan(LETTERS);
  expect(markup.match(/<[a-z]/g)?.length).toBeLessThan(ELEMENTS);
}

describe('[M9] what is asked of a person, made to cost much', () => {
  test.each(worstForms)('$name: a step of a proposal is drawn, and it cannot be allowed', ({ make }) => {
    const markup = cardOf(JSON.stringify({ command: make(SIZE) }), {});
    expectBounded(markup);
    // Blank ones are counted, and need no second step.
    if (markupText(markup).includes('not shown')) expect(markup).toContain('behind “Show more”');
    else expect(drawCost(markupText(markup))).toBeLessThan(LETTERS);
  });

  test.each(worstForms)('$name: a question and its answers are cut', ({ make }) => {
    const text = make(SIZE);
    const questions = [{ question: text, options: [{ label: text, description: text }] }];
    expectBounded(cardOf('{}', { kind: 'question', questions }));
    expectBounded(cardOf('{}', { kind: 'elicitation', title: text, questions }));
  });

  test.each(worstForms)('$name: the line of a call that asked it is cut', ({ make }) => {
    const questions = [{ question: make(SIZE) }];
    const opened = { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions } as const;
    const markup = drawn(calling('ask', '{}', opened));
    const line = markup.slice(markup.indexOf('tt-call-line'), markup.indexOf('tt-call-note'));
    expect(markupText(line).length).toBeLessThan(20_000);
  });

  test('what is short is whole', () => {
    const markup = cardOf(JSON.stringify({ command: 'ls\n'.repeat(2_000) }), {});
    expect(markup).not.toContain('not shown');
  });
});
