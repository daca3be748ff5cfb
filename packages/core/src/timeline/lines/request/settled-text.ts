/** What was asked in a line, and how it ended. Apart from the whole of a request, which a page loads only when somebody is asked. */
import { asksApproval } from '../../../ledger/queries/asks-approval.ts';
import type { Decision } from '../../../ledger/ledger-event.ts';
import type { Answer } from '../../../ledger/question.ts';
import type { Request } from '../../../ledger/thread-state.ts';
import type { CorePhrase } from '../../../text/language/core-phrase.ts';
import { english } from '../../../text/language/english.ts';
import type { Language } from '../../../text/language/language.ts';
import type { RequestItem } from '../../item.ts';

/**
 * The first line of a card: `Which packages may I change?`, `Allow run_shell_command?`
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const card = [...timeline(exampleThread).items].find((item) => item.kind === 'request');
 * card === undefined ? 'nothing is asked' : requestTitle(card); //=> 'nothing is asked'
 */
export function requestTitle(
  { request, call }: Pick<RequestItem, 'request' | 'call'>,
  language: Language = english,
): string {
  const { say } = language;
  const [only, ...others] = request.questions;
  const plain = call === undefined ? undefined : plainTitle(call);
  // Our own agent asks so; what it says after it is told as it is.
  if (plain !== undefined && request.title?.startsWith(plain) === true) {
    return `${plainTitle(call, language)}${request.title.slice(plain.length)}`;
  }
  if (request.title !== undefined) return language.told(request.title);
  if (only !== undefined && others.length === 0) return language.told(only.question);
  if (only !== undefined) return language.count(request.questions.length, 'question');
  if (!asksApproval(request)) return say('Question');
  return request.kind === 'plan' ? say('Go ahead with this plan?') : plainTitle(call, language);
}

/** What an approval is called where nobody gave it a title. */
export function plainTitle(call: RequestItem['call'], { say }: Language = english): string {
  return call === undefined ? say('Allow this?') : say('Allow {tool}?', { tool: call.name });
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
export function decisionText({ settled, covers }: Request, { say, told }: Language = english): string {
  if (settled === undefined) return '';
  const exactly = say('exactly these arguments');
  if (settled.decision === 'thread')
    return say('allowed in this thread: {what}', { what: covers === undefined ? exactly : told(covers) });
  if (settled.decision === 'always') return say('always allowed: {what}', { what: exactly });
  return say(decisionWords[settled.decision]);
}

const decisionWords: { readonly [decision in Exclude<Decision, 'thread' | 'always'>]: CorePhrase } = {
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
export function settledText(request: Request, language: Language = english): string {
  const { settled } = request;
  if (settled === undefined) return '';
  const given = answersText(settled.answers, language);
  return given || (settled.decision === 'answered' ? language.say('no answer') : decisionText(request, language));
}

/**
 * What was answered. One answer is its words alone; of several, each is with its question.
 *
 * @example
 * answersText([{ question: 'Which?', values: ['A', 'B'] }]); //=> 'A, B'
 */
export function answersText(answers: readonly Answer[], { told }: Language = english): string {
  const words = (answer: Answer): string =>
    [...answer.values.map(told), ...(answer.text === undefined || answer.text === '' ? [] : [answer.text])].join(', ');
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return words(only);
  return answers.map((answer) => `${told(answer.question)} ${words(answer) || '—'}`).join('\n');
}
