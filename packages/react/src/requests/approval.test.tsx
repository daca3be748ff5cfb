import { Approval, Question } from '@toolthread/react';
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

test('a question alone is the card that it is in a thread', () => {
  const questions = [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], free_text: true }];
  const request = { type: 'request.opened', request: 'r1', kind: 'question', questions } as const;
  const card = cardIn(drawn(ledgerOf(request), { actions: { answer: taken } }));
  expect(card).toContain('Which?');
  const alone = renderToStaticMarkup(<Question questions={questions} onAnswer={taken} />);
  expect(withoutIds(cardIn(alone))).toBe(withoutIds(card));
});
