/** What was asked in a line, and how it ended. Apart from the whole of a request, which a page loads only when somebody is asked. */
import type { Decision } from '../../ledger/ledger-event.ts';
import type { Answer } from '../../ledger/question.ts';
import type { Request } from '../../ledger/thread-state.ts';
import type { RequestItem } from '../item.ts';

/**
 * The first line of a card: `Which packages may I change?`, `Allow run_shell_command?`
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const card = [...timeline(exampleThread).items].find((item) => item.kind === 'request');
 * card === undefined ? 'nothing is asked' : requestTitle(card); //=> 'nothing is asked'
 */
export function requestTitle({ request, call }: RequestItem): string {
  const [only, ...others] = request.questions;
  if (request.title !== undefined) return request.title;
  if (only !== undefined && others.length === 0) return only.question;
  if (only !== undefined) return `${request.questions.length} questions`;
  if (request.kind === 'plan') return 'Go on with this plan?';
  return call === undefined ? 'Allow this?' : `Allow ${call.name}?`;
}

/** What is said of each decision. */
export const decisionWords: { readonly [decision in Decision]: string } = {
  once: 'allowed',
  thread: 'allowed for this thread',
  always: 'always allowed',
  deny: 'denied',
  edit: 'allowed, edited',
  answered: 'answered',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/**
 * How a request ended: the answer itself, or what was decided.
 *
 * @example
 * import { foldAll, LedgerWriter } from '@toolthread/core';
 * const ledger = new LedgerWriter('t1');
 * ledger.write({ type: 'request.opened', request: 'r1', kind: 'approval' });
 * ledger.write({ type: 'request.resolved', request: 'r1', decision: 'once' });
 * const request = foldAll(ledger.events).requests.get('r1');
 * request && settledText(request); //=> 'allowed'
 */
export function settledText({ settled }: Request): string {
  if (settled === undefined) return '';
  const given = answersText(settled.answers);
  return given || (settled.decision === 'answered' ? 'no answer' : decisionWords[settled.decision]);
}

/**
 * What was answered. One answer is its words alone; of several, each stands with its question.
 *
 * @example
 * answersText([{ question: 'Which?', values: ['A', 'B'] }]); //=> 'A, B'
 */
export function answersText(answers: readonly Answer[]): string {
  const words = (answer: Answer): string =>
    [...answer.values, ...(answer.text === undefined || answer.text === '' ? [] : [answer.text])].join(', ');
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return words(only);
  return answers.map((answer) => `${answer.question} ${words(answer) || '—'}`).join('\n');
}
