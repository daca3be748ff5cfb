import { filledTextOf, numberOf, textOf } from '../../ledger/json/fields.ts';
import { isLeakedJson } from '../../ledger/json/is-leaked-json.ts';
import { isAtWork } from '../../ledger/scope-kind.ts';
import type { ReadMessage } from '../from-messages/read-message.ts';
import type { ContractEvent } from './contract-event.ts';
import { runStatusOf } from './run-status-of.ts';

/** What is known of a call. `left`: it is open, and was made before a person spoke again. `past`: it has ended, and was made before that. */
type CallState = 'unknown' | 'open' | 'left' | 'ended' | 'past';

interface StoredStep {
  readonly number: number;
  readonly at: number | undefined;
  /** Of its stored words, what no event has told again yet; undefined if no more of them can come. */
  left: string | undefined;
  /** Beside its calls is nothing: words that are their arguments are not stored. */
  readonly leaks: boolean;
}

const NOT_NEW: ReadonlySet<CallState> = new Set(['left', 'ended', 'past']);
const NO_NEWS: ReadonlySet<string> = new Set(['agent.configured', 'agent.reset']);

/**
 * A back end may tell all its events from the first one on to a reader who has its stored messages. Where an event tells a message that
 * is stored, what comes after it is told again: it is passed over as far as the history holds it, by the ids that both have. Who comes in
 * the middle hears of no message: then a stored step is known by its number and by the time at which it began.
 */
export class Replay {
  readonly #stateOf: (call: string | undefined) => CallState;
  readonly #ids = new Set<string>();
  /** When each step that is stored began, and the newest one of each scope. */
  readonly #began = new Map<string, number | undefined>();
  readonly #newest = new Map<string, StoredStep>();
  #lastSaid: { readonly id: string | undefined; readonly at: number | undefined } | undefined;
  /** How the last turn ended, as it is stored. */
  #endings = new Set<string>();
  #hasAnswer = false;
  /** Which turn is told: none that is stored, one before the last that is, that one, or what comes after it. */
  #place: 'none' | 'past' | 'last' | 'news' = 'none';
  readonly #working = new Map<string | undefined, ContractEvent>();
  readonly #requests = new Map<string, ContractEvent>();
  /** The stored step that each execution tells. */
  readonly #passed = new Map<string | undefined, StoredStep>();

  /** `stateOf`: what is known of the call with that id. */
  constructor(stateOf: (call: string | undefined) => CallState) {
    this.#stateOf = stateOf;
  }

  store(message: ReadMessage): void {
    if (message.kind === 'ephemeral' || message.kind === 'malformed') return;
    const { id, kind, content } = message;
    if (id !== undefined) this.#ids.add(id);
    if (kind === 'user') {
      this.#lastSaid = { id, at: message.at };
      this.#endings = new Set();
      this.#hasAnswer = false;
      return;
    }
    this.#hasAnswer = true;
    if (kind !== 'assistant') this.#endings.add(kind === 'continuation' ? message.continuation.stop_reason : content);
    const [, number, scope = ''] = /^(?:status_)?step_(\d{1,15})(?:_(.*))?$/s.exec(id ?? '') ?? [];
    if (number !== undefined) this.#began.set(`${number} ${scope}`, message.at);
    if (number === undefined || Number(number) < (this.#newest.get(scope)?.number ?? 0)) return;
    const isAssistant = kind === 'assistant';
    const leaks = isAssistant && content === '' && message.calls.length > 0;
    this.#newest.set(scope, { number: Number(number), at: message.at, left: isAssistant ? content : undefined, leaks });
  }

  /** What of an event is to be read: nothing, where a stored message told it; before it, what was put off until there is news. */
  news(event: ContractEvent): readonly ContractEvent[] {
    if (event.type === 'agent.message') return this.#message(event);
    if (this.#place === 'none') return this.#joined(event);
    const left = this.#left(event);
    if (left === undefined) return [];
    if (this.#place !== 'last' || NO_NEWS.has(event.type)) return [left];
    return [...this.#catchUp(), left];
  }

  /** Nobody has told of a message: it began in the middle, or there is nothing to tell again. */
  #joined(event: ContractEvent): readonly ContractEvent[] {
    if (event.type === 'agent.reset') this.#forgetBefore(event.at);
    // Other back ends count the steps of each run again.
    const isStored = event.type === 'agent.step.started' && this.#isStoredStep(event, event.at);
    if (isStored) return [];
    const isPassed = this.#passed.has(event.execution);
    const left =
      event.type === 'agent.stream.chunk' ? this.#words(event) : isPassed && ofStep(event) ? undefined : event;
    return left === undefined ? [] : [left];
  }

  /** The messages are others from here on: what was stored before that is none of them. */
  #forgetBefore(at: number | undefined): void {
    for (const [scope, step] of this.#newest)
      if (!((step.at ?? -Infinity) >= (at ?? Infinity))) this.#newest.delete(scope);
  }

  #message(event: ContractEvent): readonly ContractEvent[] {
    const id = textOf(event.payload['id']);
    const isStored = id !== undefined && this.#ids.has(id);
    if (isStored && event.payload['role'] !== 'user') return [];
    if (isStored && id === this.#lastSaid?.id) {
      this.#place = 'last';
      return this.#hasAnswer ? [] : this.#begin();
    }
    // What was said before the last stored message, and is not stored, was taken back.
    if (isStored || (event.at ?? Infinity) < (this.#lastSaid?.at ?? -Infinity)) {
      this.#place = 'past';
      return [];
    }
    return this.#place === 'none' ? [event] : [...this.#begin(), event];
  }

  /** Nothing is stored of what begins here: after a rewind the numbers of steps come again. */
  #begin(): readonly ContractEvent[] {
    this.#newest.clear();
    return this.#catchUp();
  }

  /** What is at work, and what is asked, is so from here on. */
  #catchUp(): readonly ContractEvent[] {
    this.#place = 'news';
    const held = [...this.#working.values(), ...this.#requests.values()];
    this.#working.clear();
    this.#requests.clear();
    return held;
  }

  #left(event: ContractEvent): ContractEvent | undefined {
    const { type, payload, execution } = event;
    switch (type) {
      case 'agent.status':
        return this.#status(event);
      case 'agent.step.started':
        return this.#isStoredStep(event) ? undefined : this.#unlessPast(event);
      case 'agent.stream.chunk':
        return this.#unlessPast(this.#words(event));
      case 'agent.reasoning.chunk':
      case 'agent.step.completed':
        return this.#passed.has(execution) ? undefined : this.#unlessPast(event);
      case 'agent.reset':
        if (this.#place === 'news') this.#newest.clear();
        return event;
      case 'agent.tool.started':
        if (this.#passed.has(execution) && NOT_NEW.has(this.#stateOf(callIn(event)))) return undefined;
        // A call that begins under the id of a past one is another.
        return this.#callIs('ended', event) ? undefined : this.#unlessPast(event);
      case 'agent.tool.retrying':
        return this.#hasEnded(event) ? undefined : this.#unlessPast(event);
      case 'agent.tool.completed':
        if (this.#callIs('open', event) || this.#callIs('left', event)) return event;
        return this.#hasEnded(event) ? undefined : this.#unlessPast(event);
      case 'agent.request.opened':
        return this.#opened(event);
      case 'agent.request.resolved':
        return this.#place === 'news' ? event : void this.#requests.delete(textOf(payload['request']) ?? '');
      case 'agent.continuation':
        return this.#place !== 'news' && this.#isToldEnd(payload) ? undefined : this.#unlessPast(event);
      default:
        return event;
    }
  }

  #unlessPast(event: ContractEvent | undefined): ContractEvent | undefined {
    return this.#place === 'past' ? undefined : event;
  }

  #status(event: ContractEvent): ContractEvent | undefined {
    const { payload, execution } = event;
    if (this.#place === 'news') return event;
    const status = runStatusOf(payload['status']);
    if (status !== undefined && isAtWork(status)) return void this.#working.set(execution, event);
    this.#working.clear();
    const error = textOf(payload['error_message']) ?? 'Agent failed';
    const isTold = status === 'completed' || this.#endings.has(status === 'failed' ? error : 'Agent cancelled');
    return isTold ? undefined : this.#unlessPast(event);
  }

  /** That a run goes on, or came to its end, is stored nowhere. */
  #isToldEnd({ should_continue: goesOn, stop_reason: reason }: ContractEvent['payload']): boolean {
    return goesOn === true || reason === 'completed' || this.#endings.has(textOf(reason) ?? '');
  }

  #opened(event: ContractEvent): ContractEvent | undefined {
    if (this.#place === 'news' || (this.#place === 'last' && !this.#hasEnded(event))) return event;
    this.#requests.set(textOf(event.payload['request']) ?? '', event);
    return undefined;
  }

  /** `began`: only one that began then is meant. */
  #isStoredStep({ payload, execution }: ContractEvent, began?: number): boolean {
    this.#passed.delete(execution);
    const number = numberOf(payload['step_number']);
    const scope = execution?.includes(' ') === true ? execution.slice(0, execution.lastIndexOf(' ')) : '';
    const newest = this.#newest.get(scope);
    if (number === undefined || newest === undefined || number > newest.number) return false;
    if (began !== undefined && this.#began.get(`${number} ${scope}`) !== began) return false;
    this.#passed.set(
      execution,
      number === newest.number ? newest : { number, at: undefined, left: undefined, leaks: false },
    );
    return true;
  }

  /** Of words that were stored while they were being said, the rest. */
  #words(event: ContractEvent): ContractEvent | undefined {
    const { payload, execution } = event;
    const step = this.#passed.get(execution);
    if (step === undefined) return event;
    const content = restOf(step, textOf(payload['content']) ?? textOf(payload['chunk']) ?? '');
    return content === '' ? undefined : { ...event, payload: { ...payload, content } };
  }

  #hasEnded(event: ContractEvent): boolean {
    return this.#callIs('ended', event) || this.#callIs('past', event);
  }

  #callIs(state: CallState, event: ContractEvent): boolean {
    return this.#place !== 'news' && this.#stateOf(callIn(event)) === state;
  }
}

/** What is told of a step beside its words and its calls. */
function ofStep({ type }: ContractEvent): boolean {
  return type === 'agent.reasoning.chunk' || type === 'agent.step.completed';
}

function callIn({ payload }: ContractEvent): string | undefined {
  return filledTextOf(payload['tool_call_id']);
}

/** White space between two texts does not count. */
function restOf(step: StoredStep, words: string): string {
  const said = words.trimStart();
  if (step.leaks && isLeakedJson(said)) step.left = undefined;
  if (step.left === undefined || said === '') return '';
  const left = step.left.startsWith(words) ? step.left : step.left.trimStart();
  const told = left.startsWith(words) ? words : said;
  if (left !== '' && left.startsWith(told)) {
    step.left = left.slice(told.length);
    return '';
  }
  step.left = said.startsWith(left.trimEnd()) ? '' : undefined;
  if (step.left === undefined) return '';
  return left === '' ? words : said.slice(left.trimEnd().length);
}
