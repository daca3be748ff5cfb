import { isInsideCall } from '../../../contract/to-messages/is-inside-call.ts';
import { isPersonsWord } from '../../../ledger/queries/hearing.ts';
import { goesOnAlone, isAtWork } from '../../../ledger/scope-kind.ts';
import type { Usage } from '../../../ledger/content-part.ts';
import type { Folded } from '../../../ledger/fold/fold.ts';
import { stepKey } from '../../../ledger/fold/scope-key.ts';
import type { AgentStatus, LedgerEvent, MessagePosted } from '../../../ledger/ledger-event.ts';
import type { Call } from '../../../ledger/call.ts';
import type { Request, Step, StepEnd, ThreadState } from '../../../ledger/thread-state.ts';
import { callProgress } from '../../call-progress.ts';
import { stepEndFields, stepFields } from '../../step-fields.ts';
import { asksApproval } from '../../../ledger/queries/asks-approval.ts';
import { callChunks, callPart } from './call-chunks.ts';
import type { UiChunk, UiMetadata, UiUsage } from './ui-message.ts';
import { requestData, uiUsage } from './request-data.ts';
import { closingChunks, openAfter, type OpenWords, partId, wordChunks } from './word-chunks.ts';
import { isCarriedFact } from '../../is-carried-fact.ts';
import type { CarriedFact } from '../../is-carried-fact.ts';

/** One message of an assistant, while it streams: all that agents do between two messages of a person. */
export interface UiTurn {
  /** The event from which on it counts. */
  readonly since: number;
  /** The step that began last: only that one can be taken back. */
  readonly lastStep: string | undefined;
  readonly usage: UiUsage;
  readonly open: readonly OpenWords[];
  /** Where a person spoke again: what begins from there on is the next message's, and what began before is still told. */
  readonly next: number | undefined;
  /** What was said last of its run. */
  readonly status: AgentStatus['status'] | undefined;
  /** Nothing more is told in this message: all that began before a person spoke again has ended, or the thread went back. */
  readonly over: 'no' | 'answered' | 'rewound';
  /** The path under which the server is reached, for the addresses of files. */
  readonly base: string;
}

/** The next turn, and what is sent to a page. */
export interface UiTurnStep {
  readonly turn: UiTurn;
  readonly chunks: readonly UiChunk[];
}

/**
 * The turn that begins after event `since`, a message of a person. `base` is the path under which the server is reached.
 *
 * @example
 * newUiTurn(2).over; //=> 'no'
 */
export function newUiTurn(since: number, base = ''): UiTurn {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { since, lastStep: undefined, usage, open: [], next: undefined, status: undefined, over: 'no', base };
}

/**
 * The id of the message that answers what a person said. It has a slash, and so is no client's.
 *
 * @example
 * uiReplyId({ seq: 2 }); //=> 'reply/2'
 */
export function uiReplyId({ seq }: Pick<MessagePosted, 'seq'>): string {
  return `reply/${seq}`;
}

/**
 * One event more of a turn, as chunks of the AI SDK's UI message stream. They follow from the turn's events alone, so that a page that
 * was cut off and is told all of it again has what the others have.
 *
 * @example
 * import { emptyThread, fold } from '@toolthread/core';
 * import { newUiTurn } from '@toolthread/core/adapters';
 * const before = emptyThread('t1');
 * const event = { v: 1, thread: 't1', seq: 1, at: 0, type: 'agent.step.started', step: 1 } as const;
 * foldUiTurn(newUiTurn(0), before, event, fold(before, event)).chunks.map(({ type }) => type); //=> ['start-step', 'message-metadata']
 */
export function foldUiTurn(
  turn: UiTurn,
  before: ThreadState,
  event: LedgerEvent,
  { state, facts }: Folded,
): UiTurnStep {
  let now = turn;
  const chunks: UiChunk[] = [];
  for (const fact of facts.filter(isCarriedFact)) {
    if (now.over !== 'no') break;
    const told = takeFact(now, { before, state, event }, fact);
    const { key } = stepOf(fact) ?? { key: '' };
    const open = told.chunks.reduce((words, chunk) => openAfter(words, chunk, key), now.open);
    now = { ...told.turn, open };
    chunks.push(...told.chunks);
  }
  if (now.over === 'no' && now.next !== undefined && !isUnderWay(now, state)) {
    const last = now.status === undefined ? undefined : overtakenStatus(now.status);
    if (last !== undefined && last !== now.status) chunks.push(metadata({ status: last }));
    now = { ...now, over: 'answered' };
  }
  return { turn: now, chunks };
}

/** A reply that a person spoke after, and of which nothing is under way: its run works, or waits, in the next one. */
export function overtakenStatus(status: AgentStatus['status']): AgentStatus['status'] {
  return isAtWork(status) ? 'completed' : status;
}

/**
 * A call of an earlier message waited for a person, and is over. The protocol can change the last message only: so a page is told its part
 * as it is now, to put it in the place of the one it has.
 */
function settledChunks(
  { since }: UiTurn,
  state: ThreadState,
  { before, call }: Extract<CarriedFact, { type: 'call-changed' }>,
): UiChunk[] {
  const isLate = call.request !== undefined && call.request.seq <= since && !isInsideCall(state, call.scope);
  if (!isLate || before.state.name === 'settled' || call.state.name !== 'settled') return [];
  return [{ type: 'data-settled', id: call.outwardId, data: callPart(call), transient: true }];
}

/** Some of its steps or calls have not ended. */
function isUnderWay(turn: UiTurn, state: ThreadState): boolean {
  const isOpen = (key: string): boolean => {
    const step = state.steps.get(key);
    return step !== undefined && isOfTurn(turn, state, step);
  };
  for (const [key] of state.openSteps.entries()) if (isOpen(key)) return true;
  for (const [place] of state.calls.open.entries()) {
    const call = state.calls.byPlace.get(place);
    if (call !== undefined && isOpen(stepKey(call.scope, call.step))) return true;
  }
  return false;
}

/** Whose words a fact's chunks are. */
function stepOf(fact: CarriedFact): Step | undefined {
  return fact.type === 'words-grew' || fact.type === 'call-came' ? fact.step : undefined;
}

interface Told {
  readonly before: ThreadState;
  readonly state: ThreadState;
  readonly event: LedgerEvent;
}

function takeFact(turn: UiTurn, told: Told, fact: CarriedFact): UiTurnStep {
  const { before, state, event } = told;
  const same = (chunks: readonly UiChunk[]): UiTurnStep => ({ turn, chunks });
  switch (fact.type) {
    case 'message-said':
      if (turn.next !== undefined || !isPersonsWord(fact.message)) return same([]);
      return { turn: { ...turn, next: event.seq }, chunks: [] };
    case 'rewound':
      return { turn: { ...turn, over: 'rewound' }, chunks: [{ type: 'data-rewound', data: {}, transient: true }] };
    case 'status-changed': {
      if (turn.next !== undefined || isInsideCall(state, fact.status.scope)) return same([]);
      const isOver = !goesOnAlone(fact.status.status);
      const chunks = [...closingChunks(turn.open, () => isOver), metadata(statusMetadata(fact.status))];
      return { turn: { ...turn, status: fact.status.status }, chunks };
    }
    case 'step-started':
      if (!isOfTurn(turn, state, fact.step)) return same([]);
      return { turn: { ...turn, lastStep: fact.step.key }, chunks: startChunks(fact.step) };
    case 'words-grew': {
      const { step, part: index } = fact;
      if (!isOfTurn(turn, state, step)) return same([]);
      const chunks = wordChunks(turn.open, { before, step, index, event, base: turn.base });
      const id = partId(step, index);
      const earlier = closingChunks(turn.open, (open) => open.step === step.key && open.id !== id);
      return same(chunks === undefined ? againChunks(turn, state, step) : [...earlier, ...chunks]);
    }
    case 'call-came': {
      if (!isOfTurn(turn, state, fact.step)) return same([]);
      const { key } = fact.step;
      return same([...closingChunks(turn.open, ({ step }) => step === key), ...callChunks(undefined, fact.call)]);
    }
    case 'call-changed': {
      const step = state.steps.get(stepKey(fact.call.scope, fact.call.step));
      if (step === undefined) return same([]);
      if (!isOfTurn(turn, state, step)) return same(settledChunks(turn, state, fact));
      return same([...callChunks(fact.before, fact.call), ...progress(fact.before, fact.call)]);
    }
    case 'step-ended':
      return isOfTurn(turn, state, fact.step) ? endStep(turn, fact.step, fact.end) : same([]);
    case 'request-opened':
    case 'request-settled':
    case 'request-withdrawn':
      return same(isWithin(turn, fact.request) ? requestChunks(state, fact.request) : []);
    case 'message-changed':
    case 'message-taken-back':
      return same([]);
    default:
      return fact satisfies never;
  }
}

/** What began before the turn is in an earlier message: a page that reads this one cannot be told of it. */
function isOfTurn(turn: UiTurn, state: ThreadState, step: Step): boolean {
  return isWithin(turn, step) && !isInsideCall(state, step.scope);
}

/** It began in this turn. */
function isWithin({ since, next = Infinity }: UiTurn, { seq }: Pick<Step | Request, 'seq'>): boolean {
  return seq > since && seq < next;
}

function startChunks(step: Step): UiChunk[] {
  return [{ type: 'start-step', toolthread: stepFields(step) }, metadata({ step: step.step })];
}

function endStep(turn: UiTurn, step: Step, end: StepEnd): UiTurnStep {
  const usage = addUsage(turn.usage, end.usage);
  const counted = end.usage === undefined ? [] : [metadata({ usage })];
  // A failed attempt: what it said does not count.
  const last: UiChunk[] =
    end.discarded && turn.lastStep === step.key
      ? [{ type: 'reset-step', toolthread: stepEndFields(end) }]
      : [
          ...closingChunks(turn.open, (open) => open.step === step.key),
          { type: 'finish-step', toolthread: stepEndFields(end) },
        ];
  return { turn: { ...turn, usage }, chunks: [...last, ...counted] };
}

export function addUsage(sum: UiUsage, usage: Usage | undefined): UiUsage {
  if (usage === undefined) return sum;
  const { inputTokens, outputTokens } = uiUsage(usage);
  return { inputTokens: sum.inputTokens + inputTokens, outputTokens: sum.outputTokens + outputTokens };
}

/** A text that is not what was streamed: the step is taken back, and told again as it is. */
function againChunks(turn: UiTurn, state: ThreadState, step: Step): UiChunk[] {
  if (turn.lastStep !== step.key) return [];
  const before = { ...state, steps: state.steps.delete(step.key) };
  const again = step.parts.toArray().flatMap((part, index): readonly UiChunk[] => {
    const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
    if (call !== undefined) return callChunks(undefined, call);
    const told = wordChunks([], { before, step, index, event: NO_DELTA, base: turn.base }) ?? [];
    const open = told.reduce((words, chunk) => openAfter(words, chunk, step.key), NONE);
    return [...told, ...closingChunks(open, () => index < step.parts.length - 1)];
  });
  return [{ type: 'reset-step' }, ...again];
}

const NONE: readonly OpenWords[] = [];
const NO_DELTA: LedgerEvent = { v: 1, thread: '', seq: 1, at: 0, type: 'thread.closed' };

function progress(before: Call, call: Call): UiChunk[] {
  const data = callProgress(before, call);
  return data === undefined ? [] : [{ type: 'data-call', id: call.outwardId, data, transient: true }];
}

function statusMetadata({ status, error_message: error }: AgentStatus): UiMetadata {
  return { status, ...(error === undefined ? {} : { error }) };
}

/** An approval of a call that is told is the call's own. All else that is asked goes with the message. */
function requestChunks(state: ThreadState, request: Request): UiChunk[] {
  if (request.call !== undefined && asksApproval(request) && !isInsideCall(state, request.scope)) return [];
  return [metadata({ requests: { [request.id]: requestData(state, request) } })];
}

function metadata(toolthread: UiMetadata): UiChunk {
  return { type: 'message-metadata', messageMetadata: { toolthread } };
}
