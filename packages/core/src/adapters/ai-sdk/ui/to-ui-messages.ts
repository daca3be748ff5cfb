import { isInsideCall } from '../../../contract/to-messages/is-inside-call.ts';
import { isPersonsWord } from '../../../ledger/queries/hearing.ts';
import { goesOnAlone } from '../../../ledger/scope-kind.ts';
import { stepKey } from '../../../ledger/fold/scope-key.ts';
import type { Json } from '../../../ledger/json/json.ts';
import type { AgentStatus } from '../../../ledger/ledger-event.ts';
import type { LogEntry, Request, Step, ThreadState } from '../../../ledger/thread-state.ts';
import { asksApproval } from '../../../ledger/queries/asks-approval.ts';
import { callPart, isTold } from './call-chunks.ts';
import type { UiMessage, UiMetadata, UiPart, UiUsage } from './ui-message.ts';
import { requestData } from './request-data.ts';
import { addUsage, overtakenStatus, uiReplyId } from './ui-turn.ts';
import { saidPart, wordPart } from './word-chunks.ts';

/**
 * The thread as messages of the AI SDK, for `useChat({ messages })`: what a page has that has read all of it along. `base`
 * is the path under which the server is reached.
 *
 * @example
 * toUiMessages(exampleState).map(({ role }) => role); //=> ['user', 'assistant']
 */
export function toUiMessages(state: ThreadState, base = ''): readonly UiMessage[] {
  return [...uiMessagesInPieces(state, base)];
}

/**
 * The same as `toUiMessages`, one at a time.
 *
 * @example
 * [...uiMessagesInPieces(exampleState)].length; //=> 2
 */
export function* uiMessagesInPieces(state: ThreadState, base = ''): Generator<UiMessage> {
  let reply = new Reply(uiReplyId({ seq: 0 }), base);
  const asked = requestsInOrder(state);
  for (const entry of state.log) {
    if (entry.kind === 'message' && isPersonsWord(entry.message)) {
      yield* reply.messages(state, asked, entry.since);
      reply = new Reply(uiReplyId(entry.message), base);
      yield { id: entry.id, role: 'user', parts: entry.message.parts.map((part) => saidPart(part, base)) };
    } else reply.add(state, entry);
  }
  yield* reply.messages(state, asked, Infinity);
}

class Reply {
  readonly #id: string;
  readonly #base: string;
  #parts: UiPart[] = [];
  #metadata: UiMetadata | undefined;
  #status: AgentStatus['status'] | undefined;
  readonly #steps = new Set<string>();
  #usage: UiUsage = { inputTokens: 0, outputTokens: 0 };

  constructor(id: string, base: string) {
    this.#id = id;
    this.#base = base;
  }

  add(state: ThreadState, entry: LogEntry): void {
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step !== undefined && !isInsideCall(state, step.scope)) this.#addStep(state, step);
    if (entry.kind !== 'status' || isInsideCall(state, entry.status.scope)) return;
    const { status, error_message: error } = entry.status;
    this.#status = status;
    if (!goesOnAlone(status)) this.#parts = this.#parts.map(ended);
    this.#metadata = { ...this.#metadata, status, ...(error === undefined ? {} : { error }) };
  }

  #addStep(state: ThreadState, step: Step): void {
    this.#parts.push({ type: 'step-start' });
    this.#steps.add(step.key);
    this.#metadata = { ...this.#metadata, step: step.step };
    if (step.end?.usage !== undefined) {
      this.#usage = addUsage(this.#usage, step.end.usage);
      this.#metadata = { ...this.#metadata, usage: this.#usage };
    }
    if (step.end?.discarded === true) return;
    for (const [index, part] of step.parts.toArray().entries()) {
      const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
      const told = call === undefined ? wordPart(step, index, this.#base) : isTold(call) ? callPart(call) : undefined;
      if (told !== undefined) this.#parts.push(told);
    }
  }

  *messages(state: ThreadState, asked: Request[], until: number): Generator<UiMessage> {
    const requests: { [request: string]: Json } = {};
    for (let next = asked[0]; next !== undefined && next.seq < until; next = asked[0]) {
      requests[next.id] = requestData(state, next);
      asked.shift();
    }
    if (this.#status !== undefined && until !== Infinity && !this.#isUnderWay(state))
      this.#metadata = { ...this.#metadata, status: overtakenStatus(this.#status) };
    const hasRequests = Object.keys(requests).length > 0;
    if (this.#parts.length === 0 && this.#metadata === undefined && !hasRequests) return;
    const toolthread = hasRequests ? { ...this.#metadata, requests } : this.#metadata;
    const metadata = toolthread === undefined ? {} : { metadata: { toolthread } };
    yield { id: this.#id, role: 'assistant', ...metadata, parts: this.#parts };
  }

  /** Some of its steps or calls have not ended. */
  #isUnderWay(state: ThreadState): boolean {
    for (const [key] of state.openSteps.entries()) if (this.#steps.has(key)) return true;
    for (const [place] of state.calls.open.entries()) {
      const call = state.calls.byPlace.get(place);
      if (call !== undefined && this.#steps.has(stepKey(call.scope, call.step))) return true;
    }
    return false;
  }
}

/** Nobody is at work: no more words come. */
function ended(part: UiPart): UiPart {
  return part['state'] === 'streaming' ? { ...part, state: 'done' } : part;
}

/** Those that go with a message. */
function requestsInOrder(state: ThreadState): Request[] {
  return [...state.requests.entries()]
    .map(([, request]) => request)
    .filter((request) => request.call === undefined || !asksApproval(request) || isInsideCall(state, request.scope))
    .sort((a, b) => a.seq - b.seq);
}
