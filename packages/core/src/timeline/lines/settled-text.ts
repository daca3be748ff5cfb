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

/**
 * What was decided. One that holds for longer says what it covers.
 *
 * @example
 * import { foldAll, LedgerWriter } from '@toolthread/core';
 * const ledger = new LedgerWriter('t1');
 * ledger.write({ type: 'request.opened', request: 'r1', kind: 'approval' });
 * ledger.write({ type: 'request.resolved', request: 'r1', decision: 'thread' });
 * const request = foldAll(ledger.events).requests.get('r1');
 * request && decisionText(request); //=> 'allowed in this thread: exactly these arguments'
 */
export function decisionText({ settled, covers }: Request): string {
  if (settled === undefined) return '';
  if (settled.decision === 'thread') return `allowed in this thread: ${covers ?? EXACTLY}`;
  return settled.decision === 'always' ? `always allowed: ${EXACTLY}` : decisionWords[settled.decision];
}

/** What a permission covers where the tool names nothing wider. */
const EXACTLY = 'exactly these arguments';

/**
 * What the ways to allow a call cover, to be read before one of them is chosen.
 *
 * @example
 * import { foldAll, LedgerWriter } from '@toolthread/core';
 * const ledger = new LedgerWriter('t1');
 * ledger.write({ type: 'request.opened', request: 'r1', kind: 'approval', covers: 'every page of https://example.org' });
 * const request = foldAll(ledger.events).requests.get('r1');
 * request && grantText(request); //=> 'Allowed in this thread, it covers every page of https://example.org.'
 */
export function grantText({ covers }: Request): string {
  return `Allowed in this thread, it covers ${covers ?? `this tool with ${EXACTLY}`}.`;
}

const decisionWords: { readonly [decision in Exclude<Decision, 'thread' | 'always'>]: string } = {
  once: 'allowed',
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
export function settledText(request: Request): string {
  const { settled } = request;
  if (settled === undefined) return '';
  const given = answersText(settled.answers);
  return given || (settled.decision === 'answered' ? 'no answer' : decisionText(request));
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
