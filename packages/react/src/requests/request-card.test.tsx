import type { EventDraft, Question } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../test/drawn.tsx';
import { calling, completed, ledgerOf } from '../../test/first-call.ts';

const asking = (...questions: readonly Question[]): string =>
  drawn(calling('ask', '{}', { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions }), {
    open: false,
  });

describe('a question', () => {
  test('has a button for each option, with its key and what it means', () => {
    const text = markupText(
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
    const text = markupText(asking({ question: 'Which?', options }));
    expect(text).toContain('option-9 9');
    expect(text).toMatch(/option-10 option-11/);
  });

  test('without options is a field to write in', () => {
    const markup = asking({ question: 'Why?' });
    expect(markup).toContain('aria-label="Your answer"');
    expect(markupText(markup)).toContain('Send');
  });

  test('of several are sent together, each under its own words', () => {
    const text = markupText(
      asking(
        { question: 'First?', options: [{ label: 'A' }] },
        { question: 'Second?', options: [{ label: 'B' }], multiple: true },
      ),
    );
    expect(text).toMatch(/2 questions First\? A 1 Second\? B Send ⏎/);
  });

  test('has no keys, and nothing to press, for somebody who may only read', () => {
    const question = { question: 'Which?', options: [{ label: 'A' }], free_text: true };
    const asked = calling('ask', '{}', {
      type: 'request.opened',
      request: 'r1',
      kind: 'question',
      call: 'c1',
      questions: [question],
    });
    const markup = drawn(asked, { open: false, actions: allActions, may: 'read' });
    expect(markup).not.toContain('<kbd');
    expect(markup).toContain('<fieldset class="tt-question" disabled=""');
    expect(drawn(asked, { open: false, actions: allActions })).toContain('<kbd');
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
    const text = markupText(approval());
    expect(text).toContain('Allow publish?');
    expect(text).toContain(
      'tag latest Allow in this thread covers this tool with exactly these arguments. Allow once A',
    );
    expect(text).toContain('Allow once A Allow in this thread T Edit E Deny D Give a reason…');
  });

  test('[A2 8] says what a tool allows beyond its arguments, and then what was allowed', () => {
    const covers = 'every page of https://example.org';
    const request = { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1', covers } as const;
    const asked = drawn(calling('fetch', '{"url":"https://example.org/a"}', request), { open: false });
    expect(markupText(asked)).toContain(`Allow in this thread covers ${covers}. Allow once`);
  });

  test('settled is a card no more', () => {
    expect(approval({ type: 'request.resolved', request: 'r1', decision: 'once', by: '@human' })).not.toContain(
      'tt-request"',
    );
  });
});

describe('a form that a tool wants filled in', () => {
  const questions: readonly Question[] = [
    { question: 'Size', options: [{ label: 'S' }, { label: 'L' }] },
    { question: 'Note (optional)', free_text: true, optional: true },
  ];
  const form: EventDraft = {
    type: 'request.opened',
    request: 'e-c1-1',
    kind: 'elicitation',
    call: 'c1',
    title: 'shop asks: Which one?\n“Size” needs an answer.',
    questions,
  };
  const started: EventDraft = { type: 'agent.tool.started', call: 'c1' };

  test('has every field under its own name, a way to send it and one to decline', () => {
    const markup = drawn(calling('mcp__shop__order', '{"id":7}', started, form), { open: false, actions: allActions });
    expect(markupText(markup)).toMatch(
      /shop asks: Which one\? “Size” needs an answer\. Size S 1 L 2 Note \(optional\) Send ⏎ Decline D$/,
    );
    expect(markup).toContain('tt-request-title');
    expect(markupText(markup)).toContain('1 waiting');
  });

  test('[L3] answered, the call goes on; its result is the tool’s own, and what was answered is in its details', () => {
    const answers = [
      { question: 'Size', values: ['L'] },
      { question: 'Note (optional)', values: [], text: 'quick' },
    ];
    const answered: EventDraft = { type: 'request.resolved', request: 'e-c1-1', decision: 'answered', answers };
    expect(markupText(drawn(calling('mcp__shop__order', '{"id":7}', started, form, answered), { open: false }))).toBe(
      'Working mcp__shop__order · 1 tool call (show details)',
    );
    const done = completed('done', 'ordered');
    const text = markupText(drawn(calling('mcp__shop__order', '{"id":7}', started, form, answered, done)));
    expect(text).toContain('order (id=7) shop → ordered');
    expect(text).toContain('You answered Size L Note (optional) quick');
  });
});

describe('a plan', () => {
  const plan = (proposed_arguments?: string): string =>
    markupText(
      drawn(
        ledgerOf({
          type: 'request.opened',
          request: 'p1',
          kind: 'plan',
          ...(proposed_arguments === undefined ? {} : { proposed_arguments }),
        }),
        { open: false, actions: allActions },
      ),
    );

  test('is read as words, and gone on with or not', () => {
    expect(plan('{"plan":"1. **Look**\\n2. Change"}')).toBe(
      'Go ahead with this plan? Plan Look Change Go ahead A Edit E Reject D Give a reason…',
    );
    expect(plan('Look, then change')).toBe(
      'Go ahead with this plan? Plan Look, then change Go ahead A Reject D Give a reason…',
    );
    expect(plan()).toBe('Go ahead with this plan? Go ahead A Reject D Give a reason…');
  });

  test('that is more than words is shown whole', () => {
    expect(plan('{"plan":"Look","files":["a"]}')).toContain('plan Look files JSON [ "a" ]');
  });
});

test('a request without a call stays, and says how it ended', () => {
  const text = markupText(
    drawn(
      ledgerOf(
        { type: 'request.opened', request: 'r1', kind: 'plan', title: 'The plan' },
        { type: 'request.resolved', request: 'r1', decision: 'deny', by: '@human' },
      ),
    ),
  );
  expect(text).toBe('The plan → denied');
});

describe('for who may only read', () => {
  test.each<[string, EventDraft]>([
    ['an approval', { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' }],
    [
      'a question',
      { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions: [{ question: 'Why?' }] },
    ],
  ])('%s says so, and there is nothing to press', (_, asked) => {
    const markup = drawn(calling('publish', '{"tag":"latest"}', asked), { open: false, may: 'read' });
    const card = markup.slice(markup.indexOf('class="tt-root tt-request"'));
    expect(markupText(card)).toContain('You can only read.');
    expect(card).not.toMatch(/Allow once|Deny|Send/);
  });
});

test('what another program asks is answered there, and the card says so', () => {
  for (const asked of [
    { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' },
    { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions: [{ question: 'Why?' }] },
  ] satisfies EventDraft[]) {
    const card = drawn(calling('publish', '{}', asked), { open: false, may: 'read', askedElsewhere: true });
    expect(markupText(card)).toContain('Waiting for an answer in the other program.');
    expect(markupText(card)).not.toContain('somebody');
  }
});

test('who decided is named: you, or somebody else by their name', () => {
  const details = (by: string): string =>
    markupText(
      drawn(
        calling(
          'publish',
          '{}',
          { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' },
          { type: 'request.resolved', request: 'r1', decision: 'once', by },
          { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done' },
        ),
      ),
    );
  expect(details('@human')).toContain('allowed by you');
  expect(details('Ada')).toContain('allowed by Ada');
});

test('for who may write and not approve, an approval names those who may; a question can be answered', () => {
  const of = (asked: EventDraft, approvers = ['Ada', 'Eve']): string => {
    const markup = drawn(calling('publish', '{"tag":"latest"}', asked), {
      open: false,
      actions: allActions,
      approvers,
    });
    return markup.slice(markup.indexOf('class="tt-root tt-request"'));
  };
  const approval = of({ type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' });
  expect(markupText(approval)).toContain('Waiting for approval by Ada, Eve');
  expect(approval).not.toMatch(/Allow once|Always allow|Deny|<button[^>]*class="tt-button"/);
  const nobodys = markupText(of({ type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' }, []));
  expect(nobodys).toContain('Nobody in this thread may approve. The operator of the server can');
  expect(nobodys).not.toContain('You can only read');
  const questions = [{ question: 'Why?' }];
  const question = of({ type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', questions });
  expect(question).toContain('Send');
  expect(markupText(question)).not.toContain('Waits for approval');
});
