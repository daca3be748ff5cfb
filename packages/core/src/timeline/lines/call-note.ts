/** The note beside a call's result: its status, its outcome, what went wrong. */
import type { Call, CallStatus } from '../../ledger/call.ts';
import type { Outcome } from '../../ledger/ledger-event.ts';
import { contentsText } from '../../text/content-text.ts';
import { english } from '../../text/language/english.ts';
import type { Language } from '../../text/language/language.ts';
import { callName, executedArguments } from './call-text.ts';
import { resultText } from './result-text.ts';

/**
 * What is said beside a call: `edited`, how often it was tried, an outcome other than done, `waiting`, `no result`. Undefined if there is nothing to say.
 *
 * @example
 * callNote(exampleCall); //=> undefined
 * callNote({ ...exampleCall, state: { name: 'waiting', request: 'r1' } }); //=> 'waiting'
 */
export function callNote(call: Call, atWork = true, language: Language = english): string | undefined {
  const edited = executedArguments(call) === undefined ? undefined : language.say('edited');
  const words = [edited, attemptsNote(call, language), stateNote(call, atWork, language)];
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? undefined : said.join(' · ');
}

/** While it is tried again, `retryText` says so. */
function attemptsNote({ attempt = 1, state }: Call, { say }: Language): string | undefined {
  return attempt > 1 && state.name === 'settled' ? say('{n} attempts', { n: attempt }) : undefined;
}

function stateNote(call: Call, atWork: boolean, language: Language): string | undefined {
  const { state } = call;
  if (state.name === 'settled') return outcomeNote(state.result.outcome, language);
  if (state.name === 'waiting') return language.say('waiting');
  return isUnderWay(call, atWork) ? undefined : language.say('no result');
}

/**
 * Whether a call waits, runs, or will run next. One that nobody has begun will, as long as somebody is at work in its group ([L3]).
 *
 * @example
 * isUnderWay(exampleCall, true); //=> false
 */
export function isUnderWay({ state }: Call, atWork: boolean): boolean {
  return state.name === 'called' ? atWork : state.name !== 'settled';
}

/**
 * The word for a status: a call that is lost has `no result`, as a call has of which nobody knows how it goes on.
 *
 * @example
 * statusWord('lost'); //=> 'no result'
 * statusWord('failed'); //=> 'failed'
 */
export function statusWord<Status extends CallStatus>(status: Status): Exclude<Status, 'lost'> | 'no result';
export function statusWord(status: CallStatus): string {
  return status === 'lost' ? 'no result' : status;
}

/**
 * What is said of an outcome; of `done` nothing.
 *
 * @example
 * outcomeNote('failed'); //=> 'failed'
 */
export function outcomeNote(outcome: Outcome, { say }: Language = english): string | undefined {
  if (outcome === 'done') return undefined;
  return say(statusWord(outcome));
}

/**
 * That a call is tried again: `⟳ fetch_url - Retrying (2/3)`. Undefined of any other call.
 *
 * @example
 * const state = { name: 'retrying', attempt: 2, max: 3, error: undefined } as const;
 * retryText({ ...exampleCall, state }); //=> '⟳ search_files - Retrying (2/3)'
 * retryText(exampleCall); //=> undefined
 */
export function retryText(call: Call, { say }: Language = english): string | undefined {
  const { state } = call;
  if (state.name !== 'retrying') return undefined;
  const { attempt, max } = state;
  return say('⟳ {tool} - Retrying ({attempt}/{max})', { tool: callName(call), attempt, max });
}

/**
 * What went wrong, or why it was denied, where what is seen of the result does not say it.
 *
 * @example
 * const state = { name: 'retrying', attempt: 2, max: 3, error: { message: 'No answer.' } } as const;
 * problemText({ ...exampleCall, state }, ''); //=> 'No answer.'
 * problemText(exampleCall, 'src/lint.ts'); //=> undefined
 */
export function problemText(call: Call, seen: string): string | undefined {
  const { state } = call;
  if (state.name === 'retrying') return state.error?.message;
  if (state.name !== 'settled') return undefined;
  const reason = call.request?.settled?.reason ?? '';
  if (reason !== '' && resultText(call)?.includes(reason) !== true) return `“${reason}”`;
  const { error, parts, structured } = state.result;
  // Without a result, and with nothing printed, its words are the error's.
  if (error === undefined || (parts.length === 0 && structured === undefined && call.output === '')) return undefined;
  // Of a result that is the error itself, the rest is a click away.
  if (seen !== '' && contentsText(parts).trim() === error.message.trim()) return undefined;
  return seen.includes(error.message) ? undefined : error.message;
}
