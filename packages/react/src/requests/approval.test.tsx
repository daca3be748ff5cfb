import { Approval, Question } from '@toolthread/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { calling, ledgerOf } from '../../test/first-call.ts';

const taken = (): Promise<undefined> => Promise.resolve(undefined);
const cardIn = (markup: string): string => /<section class="tt-root tt-request".*?<\/section>/s.exec(markup)?.[0] ?? '';
/** Ids that React makes are not compared. */
const withoutIds = (markup: string): string => markup.replace(/_R_\w*_/g, '');

test('an approval alone is the card that it is in a thread', () => {
  const args = '{"command":"rm -r build","cwd":"/app"}';
  const request = { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' } as const;
  const card = cardIn(drawn(calling('run_shell_command', args, request), { actions: { decide: taken } }));
  expect(card).toContain('rm -r build');
  const alone = renderToStaticMarkup(<Approval tool="run_shell_command" arguments={args} onDecide={taken} />);
  expect(withoutIds(cardIn(alone))).toBe(withoutIds(card));
});

test('what is asked and what is covered are said', () => {
  const asked = <Approval tool="pay" arguments="{}" title="Pay the bill?" covers="any bill" onDecide={taken} />;
  expect(markupText(renderToStaticMarkup(asked))).toMatch(/Pay the bill\?.*any bill/);
});

test('always is offered only where whoever asks will remember it, and its words with it', () => {
  const request = { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' } as const;
  const card = (keeps_always: boolean): string =>
    markupText(
      cardIn(
        drawn(calling('pay', '{}', { ...request, keeps_always }), { actions: { decide: taken, allowAlways: taken } }),
      ),
    );
  expect(card(false)).not.toContain('Always allow');
  expect(card(true)).toMatch(/Always allow covers this tool .*Allow in this thread T Always allow Edit/);
  const alone = (always: object): string =>
    markupText(renderToStaticMarkup(<Approval tool="pay" arguments="{}" onDecide={taken} {...always} />));
  expect(alone({})).not.toContain('Always allow');
  expect(alone({ onAllowAlways: taken })).toContain('Always allow covers');
});

test('a question alone is the card that it is in a thread', () => {
  const questions = [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], free_text: true }];
  const request = { type: 'request.opened', request: 'r1', kind: 'question', questions } as const;
  const card = cardIn(drawn(ledgerOf(request), { actions: { answer: taken } }));
  expect(card).toContain('Which?');
  const alone = renderToStaticMarkup(<Question questions={questions} onAnswer={taken} />);
  expect(withoutIds(cardIn(alone))).toBe(withoutIds(card));
});

/** What plain JavaScript gives: no compiler has looked at it. */
const approvalOf = (props: Readonly<Record<string, unknown>>): string =>
  markupText(
    renderToStaticMarkup(
      createElement(Approval, Object.assign({ tool: 'pay', arguments: '', onDecide: taken }, props)),
    ),
  );

test.each<[string, unknown]>([
  ['an object', { amount: 5, to: { name: 'B' } }],
  ['an object without a prototype', Object.assign(Object.create(null), { amount: 5, to: { name: 'B' } })],
  ['a member that is nothing', { amount: 5, to: { name: 'B' }, note: undefined }],
])('[embedder] arguments that are %s are shown as their JSON', (_, given) => {
  const shown = approvalOf({ arguments: '{"amount":5,"to":{"name":"B"}}' });
  expect(shown).toMatch(/amount .*5 to /);
  expect(approvalOf({ arguments: given })).toBe(shown);
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;

test.each<[string, unknown]>([
  ['absent', undefined],
  ['null', null],
  ['a number', 5],
  ['a list', [1]],
  ['a map', new Map([['amount', 5]])],
  ['a date inside', { at: new Date(0) }],
  ['a function inside', { run: () => undefined }],
  ['a number that JSON has not', { amount: NaN }],
  ['a circle', cycle],
  ['written as something else', { amount: 5000, toJSON: () => ({ amount: 5 }) }],
])('[embedder] arguments that are %s cannot be shown, and nothing can be allowed', (_, given) => {
  const shown = approvalOf({ arguments: given });
  expect(shown).toMatch(/^This cannot be displayed: /);
  expect(shown).not.toMatch(/Allow|No arguments/);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['no tool', { arguments: '{}', tool: undefined }],
  ['a title that is no text', { arguments: '{}', title: 5 }],
])('[embedder] an approval with %s says what is wrong', (_, props) => {
  expect(approvalOf(props)).toMatch(/^This cannot be displayed: /);
});

const questionOf = (questions: unknown): string =>
  markupText(
    renderToStaticMarkup(createElement(Question, Object.assign({ questions: [], onAnswer: taken }, { questions }))),
  );

test('[embedder] a question without questions asks for no leave', () => {
  expect(questionOf([])).toMatch(/^Question /);
  expect(questionOf([])).not.toContain('Allow');
});

test.each<[string, unknown]>([
  ['absent', undefined],
  ['a text', 'Which?'],
  ['a list of texts', ['Which?']],
  ['without words', [{ options: [{ label: 'A' }] }]],
  ['with texts as options', [{ question: 'Which?', options: ['A'] }]],
])('[embedder] questions that are %s say what is wrong', (_, questions) => {
  expect(questionOf(questions)).toMatch(/^This cannot be displayed: /);
});

test('[embedder] whether several may be chosen is said before the first click', () => {
  const question = { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] };
  expect(questionOf([{ ...question, multiple: true }])).toContain('You can choose several.');
  expect(questionOf([question])).not.toContain('Several');
});
