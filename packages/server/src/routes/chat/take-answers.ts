import { type Answer, type Question, type Request, type ThreadState } from '@toolthread/core';
import { asksApproval, isAllowed } from '@toolthread/core/queries';
import { isOpen } from '@toolthread/core/summary';
import { fieldsOf, isFields, listOf, textOf } from '@toolthread/core/json';
import { LONGEST_REASON } from '@toolthread/core/text';
import { answersBody } from '../../http/body/read-body.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import type { Services } from '../services.ts';
import {
  alreadySettled,
  type Decider,
  isSettledSo,
  type Resolution,
  settleRequest,
} from '../requests/settle-request.ts';

/**
 * What the page has decided and answered in a message, as far as it is asked: the seq of the last that was recorded, 0 where nothing
 * was. Arguments, results and decisions that nobody asked for are not looked at.
 */
export async function takeAnswers(
  services: Services,
  shown: ThreadState,
  message: Readonly<Record<string, unknown>>,
  decider: Decider,
): Promise<number | Problem> {
  const state = await services.ledger.state(shown.id);
  if (!state.ok) return ledgerProblem(state.error);
  let last = 0;
  for (const part of listOf(message['parts']).filter(isFields)) {
    const answer = decisionIn(state.value, part) ?? answerIn(state.value, shown, part);
    if (answer === undefined) continue;
    if ('status' in answer) return answer;
    const asked = { state: state.value, request: answer.request };
    const settled = await settleRequest(services, asked, answer.resolution, decider);
    if (!settled.ok) return settled.problem;
    last = settled.event?.seq ?? last;
  }
  return last;
}

interface Settling {
  readonly request: Request;
  readonly resolution: Resolution;
}

function decisionIn(state: ThreadState, part: Readonly<Record<string, unknown>>): Settling | Problem | undefined {
  const { id, approved, reason } = fieldsOf(part['approval']);
  const request = typeof id === 'string' ? state.requests.get(id) : undefined;
  if (request === undefined || typeof approved !== 'boolean') return undefined;
  if (!asksApproval(request)) return undefined;
  // What the page knows to be over it sends along with everything else.
  if (!isOpen(state, request.id))
    return part['state'] === 'approval-responded' && wasAllowed(request) !== approved
      ? alreadySettled(request, endingOf(state, request))
      : undefined;
  const why = textOf(reason)?.slice(0, LONGEST_REASON);
  return {
    request,
    resolution: { decision: approved ? 'once' : 'deny', ...(why === undefined ? {} : { reason: why }) },
  };
}

/** What somebody decided in an earlier message that is settled otherwise, or not asked any more: the first such, and why. */
export function lateDecision(
  state: ThreadState,
  messages: readonly Readonly<Record<string, unknown>>[],
): Problem | undefined {
  for (const part of messages.flatMap(({ parts }) => listOf(parts)).filter(isFields)) {
    const late = decisionIn(state, part);
    if (late !== undefined && 'status' in late) return late;
  }
  return undefined;
}

/** What ran out was not allowed, either. */
function wasAllowed({ settled }: Request): boolean | undefined {
  return settled === undefined ? undefined : isAllowed(settled.decision) === true;
}

/** How the call ended that it was about, where nobody decided: `Skipped: the user sent a new message.` */
function endingOf({ calls }: ThreadState, { call, settled }: Request): string | undefined {
  const ended = call === undefined ? undefined : calls.byPlace.get(call)?.state;
  const isDecided = settled !== undefined && settled.decision !== 'withdrawn';
  return isDecided || ended?.name !== 'settled' ? undefined : ended.result.error?.message;
}

/** A question is answered by its call's output, and declined by an error. */
function answerIn(
  state: ThreadState,
  shown: ThreadState,
  part: Readonly<Record<string, unknown>>,
): Settling | Problem | undefined {
  const place = shown.calls.outward.get(textOf(part['toolCallId']) ?? '');
  const call = place === undefined ? undefined : shown.calls.byPlace.get(place);
  const request = call?.request === undefined ? undefined : state.requests.get(call.request.id);
  if (request === undefined || asksApproval(request)) return undefined;
  const resolution = resolutionIn(request, part);
  if (isOpen(state, request.id))
    return resolution === undefined || 'status' in resolution ? resolution : { request, resolution };
  // The server’s own result says that the server ran it; this is the page’s.
  const isLate = resolution !== undefined && part['providerExecuted'] === false;
  return isLate && ('status' in resolution || !isSettledSo(request, resolution)) ? alreadySettled(request) : undefined;
}

function resolutionIn(
  { questions }: Request,
  part: Readonly<Record<string, unknown>>,
): Resolution | Problem | undefined {
  if (part['state'] === 'output-error') {
    const reason = textOf(part['errorText'])?.slice(0, LONGEST_REASON);
    return { decision: 'deny', ...(reason === undefined ? {} : { reason }) };
  }
  if (part['state'] !== 'output-available') return undefined;
  const answers = readAnswers(questions, part['output']);
  return answers === undefined ? badAnswer(questions) : { decision: 'answered', answers };
}

/** What an answer has to be, and how many are asked for. */
export function badAnswer(questions: readonly Question[]): Problem {
  const many = questions.length > 1 ? ` There are ${questions.length} questions, and each needs its answer.` : '';
  return problem(
    400,
    'bad_answer',
    `The answer to a question is a text, a list with a text for each question, or { "answers": [{ "question", "values", "text"? }] }, where "question" is the text of the question.${many}`,
  );
}

/** What a page says in answer to them. Undefined: it fits none of the forms. */
export function readAnswers(questions: readonly Question[], output: unknown): readonly Answer[] | undefined {
  if (typeof output === 'string') return readAnswers(questions, [output]);
  if (Array.isArray(output)) {
    const texts = output.filter((each) => typeof each === 'string');
    if (texts.length !== output.length || texts.length !== questions.length) return undefined;
    return questions.map((question, index) => answerTo(question, texts[index] ?? ''));
  }
  const given = answersBody.schema.safeParse(output);
  const asked = new Set(questions.map(({ question }) => question));
  return given.success && given.data.answers.every(({ question }) => asked.has(question))
    ? given.data.answers
    : undefined;
}

/** One of the options, or words of the person's own. */
function answerTo({ question, options = [] }: Question, text: string): Answer {
  const isOption = options.some(({ label }) => label === text);
  return isOption ? { question, values: [text] } : { question, values: [], text };
}
