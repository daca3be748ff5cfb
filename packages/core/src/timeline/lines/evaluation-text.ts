import type { Evaluation } from '../../ledger/stop-reason.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { english } from '../../text/language/english.ts';
import type { CorePhrase } from '../../text/language/core-phrase.ts';
import type { Language } from '../../text/language/language.ts';
import { dollars } from '../../text/amounts/dollars.ts';
import { formatDuration } from '../../text/amounts/format-size.ts';
import { spent } from '../../text/amounts/spent.ts';

/** A criterion of our loop: what it is called, and its reasons in words, by those in the ledger. */
interface Known {
  readonly name: CorePhrase;
  readonly reasons?: ReadonlyMap<string, CorePhrase>;
  amount?(value: number, language: Language): string;
  limit?(value: number, language: Language): string;
}

const FINISHED: { readonly [reason in FinishReason]: CorePhrase } = {
  stop: 'complete',
  tool_calls: 'the model called tools',
  length: 'cut off at its length limit',
  refusal: 'refused by the model',
  pause: 'paused by the provider',
  overflow: 'the context is full',
  error: 'the model failed',
  aborted: 'stopped',
  unknown: 'ended without a reason',
};

const amount = (value: number, { number }: Language): string => number(value);

const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  [
    'user',
    {
      name: 'Asked to stop',
      reasons: new Map([
        ['no objection', 'no'],
        ['asked to stop', 'yes'],
      ]),
    },
  ],
  [
    'finish_reason',
    {
      name: 'Last answer',
      reasons: new Map<string, CorePhrase>([
        ...Object.entries(FINISHED),
        ['somebody spoke', 'somebody wrote since'],
        ['asked to go on', 'somebody asked to continue'],
        ['nothing was said', 'there is none'],
      ]),
    },
  ],
  [
    'errors',
    {
      name: 'Errors',
      reasons: new Map([
        ['none', 'none'],
        ['room was made', 'the context was compacted'],
        ['the context is full', 'the context is full'],
        ['the failure may pass', 'another attempt may help'],
        ['the failure will not pass', 'another attempt would not help'],
      ]),
    },
  ],
  ['retries', { name: 'Failed attempts in a row', amount }],
  [
    'guard',
    {
      name: 'Repetition',
      reasons: new Map([
        ['it does not repeat itself', 'none'],
        ['it repeated itself', 'the same again and again'],
      ]),
    },
  ],
  ['steps', { name: 'Steps', amount }],
  ['tokens', { name: 'Tokens', amount }],
  [
    'money',
    {
      name: 'Cost',
      amount: (value, { locale }) => spent(value, locale),
      limit: (value, { locale }) => dollars(value, locale),
    },
  ],
  ['time', { name: 'Time', amount: formatDuration }],
]);

/** `250 of 1000`, `12 ms, without a limit`, `2 failures in a row, and 5 are allowed` */
const AMOUNT =
  /^(\d[\d.]{0,30})(?: ms)?(?:(?: of | failures in a row, and )(\d[\d.]{0,30})(?: are allowed)?|, without a limit)(?:, and (\d{1,15}) responses of unknown price)?$/;

/**
 * What a criterion said of going on.
 *
 * @example
 * evaluationText({ criterion: 'steps', verdict: 'stop', reason: '20 of 20' }); //=> 'Steps: 20 of 20 · the run ends'
 */
export function evaluationText({ criterion, verdict, reason }: Evaluation, language: Language = english): string {
  const known = KNOWN.get(criterion);
  const name = known === undefined ? criterion : language.say(known.name);
  const words = reason === undefined ? name : `${name}: ${reasonText(reason, known, language)}`;
  return `${words}${thenText(verdict, language)}`;
}

function reasonText(reason: string, known: Known | undefined, language: Language): string {
  const { say, told } = language;
  const phrase = known?.reasons?.get(reason);
  if (phrase !== undefined) return say(phrase);
  const [, used, most, unpriced] = (known?.amount && AMOUNT.exec(reason)) ?? [];
  if (known?.amount === undefined || used === undefined) return told(reason);
  const { amount: inWords, limit = inWords } = known;
  const values = { used: inWords(Number(used), language) };
  const words =
    most === undefined
      ? say('{used}, no limit', values)
      : say('{used} of {all}', { ...values, all: limit(Number(most), language) });
  return unpriced === undefined ? words : `${words} · ${say('{n} answers of unknown price', { n: Number(unpriced) })}`;
}

function thenText(verdict: Evaluation['verdict'], { say }: Language): string {
  switch (verdict) {
    case 'pass':
      return '';
    case 'continue':
      return ` · ${say('the run goes on')}`;
    case 'stop':
      return ` · ${say('the run ends')}`;
    default:
      return verdict satisfies never;
  }
}
