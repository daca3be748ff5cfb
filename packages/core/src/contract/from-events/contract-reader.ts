import { filledTextOf, isFields, textOf } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { rawText, readMessage } from '../from-messages/read-message.ts';
import type { ReadMessage } from '../from-messages/read-message.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { readContractEvent } from './contract-event.ts';
import type { ContractEvent } from './contract-event.ts';
import { LiveExecution } from './live/live-execution.ts';
import { LiveRequests } from './live/live-requests.ts';
import { TOLD } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import { LiveSession } from './live/live-session.ts';
import { PastTurns } from './past-turns.ts';
import { Replay } from './replay.ts';
import { StoredMessages } from './stored-messages.ts';
import { ToldBefore } from './told-before.ts';
import type { Question } from './told-before.ts';

/** Records of a foreign back end in, drafts out. */
export interface ContractReader {
  /** What one more live event, or one more stored message, adds to the ledger; at its end the account of it ([L4]). */
  push(record: unknown): readonly EventDraft[];
  /** No more events come. What had not said that it is over broke off. */
  end(): readonly EventDraft[];
}

/** Where a reader begins. */
export interface ContractReaderOptions {
  /** The thread that it goes on with: `foldAll(fromMessages(history))`. */
  readonly after?: ThreadState;
}

/**
 * Reads a foreign back end, one record at a time: its live events, and before, between and after them its stored messages. What both
 * tell is told once: a call is known by its id in the turn, else by its name and order there. A result finds its call by `tool_call_id`, and
 * by name and order where that is null. An event that is pushed twice, and what is told again from an execution's first event or from an earlier
 * moment on (with times), add nothing. Once the end of a turn is stored (an answer, an error, a stop), nobody is at work in it, wherever its events were cut. The session is the first one named; events of another are hidden. The cost of a record does
 * not grow with what came before. Drafts are only added: a question that is pushed after its run is below it. Push what was said
 * before the events that answer it; `<ContractThread>` of `@toolthread/react` does.
 *
 * @example
 * const reader = contractReader();
 * const drafts = reader.push({ type: 'agent.tool.started', tool_name: 'search', tool_call_id: null });
 * drafts.map(({ type }) => type); //=> ['agent.step.started', 'agent.tool.called', 'agent.tool.started', 'source.record']
 */
export function contractReader({ after }: ContractReaderOptions = {}): ContractReader {
  return new Reader(after);
}

class Reader implements ContractReader {
  readonly #executions = new Map<string | undefined, LiveExecution>();
  readonly #shared: LiveSession;
  readonly #stored: StoredMessages;
  readonly #requests: LiveRequests;
  readonly #replay: Replay;
  readonly #told = new ToldBefore();
  readonly #past = new PastTurns();
  #question: Question = { at: undefined };
  #drafts: EventDraft[] = [];
  #at: number | undefined;
  #session: string | undefined;
  #line = 0;

  constructor(after: ThreadState | undefined) {
    this.#shared = new LiveSession({ write: (draft) => this.#write(draft) }, after);
    this.#stored = new StoredMessages(this.#shared);
    this.#requests = new LiveRequests(this.#shared);
    this.#replay = new Replay((id) => {
      const call = this.#shared.callOf(id);
      if (call === undefined) return 'unknown';
      if (call.ending === 'told') return this.#shared.turn.named(id).includes(call) ? 'ended' : 'past';
      return this.#shared.isOfTurn(id) ? 'open' : 'left';
    });
    for (const message of after === undefined ? [] : toMessages(after)) {
      const read = readMessage(message);
      this.#replay.store(read);
      this.#past.store(read);
    }
    this.#at = after?.at;
    this.#session = after?.source?.session;
    this.#line = after?.account.records ?? 0;
  }

  push(record: unknown): readonly EventDraft[] {
    const { fate, rule } = isMessage(record) ? this.#storedMessage(record) : this.#event(record);
    this.#line += 1;
    this.#write({
      type: 'source.record',
      line: this.#line,
      byte: 0,
      fate,
      ...(rule === undefined ? {} : { rule }),
      ...(fate === 'malformed' ? { raw: rawText(record) } : {}),
    });
    return this.#taken();
  }

  end(): readonly EventDraft[] {
    for (const execution of this.#executions.values()) execution.breakOff();
    return this.#taken();
  }

  #taken(): readonly EventDraft[] {
    const drafts = this.#drafts;
    this.#drafts = [];
    return drafts;
  }

  #write(draft: EventDraft): void {
    this.#drafts.push(this.#at === undefined ? draft : { at: this.#at, ...draft });
  }

  #storedMessage(record: unknown): Verdict {
    const message = readMessage(record);
    this.#replay.store(message);
    this.#past.store(message);
    return this.#message(message);
  }

  #message(message: ReadMessage): Verdict {
    const at = 'at' in message ? message.at : undefined;
    const isLate = at !== undefined && this.#at !== undefined && at <= this.#at;
    if (at !== undefined) this.#at = at;
    const verdict = this.#stored.read(message, isLate);
    if (message.kind === 'user' && verdict.fate === 'shown') this.#question = { at };
    return verdict;
  }

  #event(record: unknown): Verdict {
    const event = readContractEvent(record);
    if ('reason' in event) return { fate: 'malformed', rule: event.reason };
    this.#session ??= event.session;
    if (event.session !== undefined && event.session !== this.#session)
      return { fate: 'hidden', rule: 'other_session' };
    if (this.#told.has(record, event, this.#question)) return { fate: 'folded', rule: 'repeated_event' };
    if (this.#isPast(event)) return TOLD;
    const news = this.#replay.news(event);
    const verdicts = news.map((each) => this.#read(each));
    return verdicts.at(-1) ?? TOLD;
  }

  /** What was done before the last question, for a reader who has heard of no run yet, and as far as no call waits for it. */
  #isPast(event: ContractEvent): boolean {
    if (this.#executions.size > 0 || !this.#past.tells(event)) return false;
    const call = this.#shared.callOf(filledTextOf(event.payload['tool_call_id']));
    return event.type !== 'agent.tool.completed' || call === undefined || call.ending === 'told';
  }

  #read(event: ContractEvent): Verdict {
    if (event.at !== undefined) this.#at = event.at;
    const execution = this.#execution(event.execution);
    execution.hear(event);
    switch (event.type) {
      case 'agent.status':
        return execution.status(event);
      case 'agent.step.started':
        return execution.stepStarted(event);
      case 'agent.step.completed':
        return execution.stepCompleted(event);
      case 'agent.tool.started':
        return execution.toolStarted(event);
      case 'agent.tool.completed':
        return execution.toolCompleted(event);
      case 'agent.tool.retrying':
        return execution.toolRetrying(event);
      case 'agent.stream.chunk':
        return execution.chunk(event);
      case 'agent.continuation':
        return execution.continuation(event);
      case 'agent.reasoning.chunk':
        return execution.reasoning(event);
      case 'agent.configured':
        return this.#configured(event);
      case 'agent.message':
        return this.#message(readMessage(event.payload));
      case 'agent.request.opened':
        execution.wake();
        return this.#requests.opened(event);
      case 'agent.request.resolved':
        return this.#requests.resolved(event);
      case 'agent.reset':
        return { fate: 'hidden', rule: 'messages_are_others' };
      default:
        return { fate: 'malformed', rule: 'unknown_type' };
    }
  }

  #configured({ payload }: ContractEvent): Verdict {
    const [provider, api, model] = [payload['provider'], payload['api'], payload['model']].map(textOf);
    if (provider === undefined || api === undefined || model === undefined)
      return { fate: 'malformed', rule: 'model_without_name' };
    this.#write({ type: 'agent.configured', provider, api, model });
    return { fate: 'folded' };
  }

  #execution(name: string | undefined): LiveExecution {
    const known = this.#executions.get(name) ?? new LiveExecution(this.#shared, name);
    this.#executions.set(name, known);
    return known;
  }
}

/** A message has a role, an event a type. */
function isMessage(record: unknown): boolean {
  return isFields(record) && typeof record['role'] === 'string' && typeof record['type'] !== 'string';
}
