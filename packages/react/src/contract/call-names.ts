import { filledTextOf, isFields, listOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import type { Message } from '@toolthread/core/contract';
import { payloadOf, toolOf, typeOf } from './payload-of.ts';
import { timeOf } from './time-of.ts';
import { begins } from './turns-by-time.ts';

/** A call that a stored message makes. */
interface StoredCall {
  readonly id: string;
  readonly isNamed: boolean;
  readonly name: string;
  readonly told: string | undefined;
  /** When its result was stored, and what it says. */
  endedAt: number;
  result: string | undefined;
  isFailed: boolean;
  isTaken: boolean;
}

/** A call that an event told. */
interface LiveCall {
  readonly id: string;
  readonly name: string;
}

/**
 * One id for each call of a turn, in its messages and in its events: live ids may be null, or others than the stored ones. A call is
 * known by its id, else by its name, its arguments, its time and its order, in this order.
 */
export class CallNames {
  /** The stored messages of the turn, each call and each result with an id. */
  readonly messages: readonly Message[];
  readonly #turn: string;
  readonly #stored: StoredCall[] = [];
  readonly #byId = new Map<string, StoredCall>();
  /** Under which id an event's id is stored. */
  readonly #renamed = new Map<string, string>();
  /** Live calls without an id that have not ended, by their names. */
  readonly #open = new Map<string, LiveCall[]>();
  readonly #starts = new Map<string, LiveCall>();
  #hasSameArguments = false;
  #hasResults = false;
  /** The run was joined in its middle: then order says little. */
  #isJoined: boolean | undefined;
  #count = 0;

  /** `turn`: what tells its calls from those of other turns. */
  constructor(messages: readonly Message[], turn: string) {
    this.#turn = turn;
    this.messages = this.#nameStored(messages);
  }

  /** The event, with the id that its call goes by. */
  name(event: unknown): unknown {
    this.#isJoined ??= !begins(event);
    const type = typeOf(event);
    if (!isFields(event) || typeof type !== 'string' || !type.startsWith('agent.tool.')) return event;
    const payload = payloadOf(event);
    const id = filledTextOf(payload['tool_call_id']);
    const tool = toolOf(payload);
    const own = type === 'agent.tool.started' ? this.#started(event, id, tool) : this.#ended(event, type, id, tool);
    if (own === undefined || own === id) return event;
    const named = { ...payload, tool_call_id: own };
    return isFields(event['payload']) ? { ...event, payload: named } : { ...event, ...named };
  }

  /** Whether it tells how a call went wrong whose result is stored; `event`: as it is named here. */
  isFailureOfStored(event: unknown): boolean {
    if (!this.#hasResults || typeOf(event) !== 'agent.tool.completed') return false;
    const payload = payloadOf(event);
    const call = this.#byId.get(filledTextOf(payload['tool_call_id']) ?? '');
    return call !== undefined && call.endedAt !== Infinity && isFailure(payload);
  }

  #started(event: Fields, id: string | undefined, tool: string | undefined): string | undefined {
    if (tool === undefined) return id;
    if (id !== undefined) {
      const known = this.#byId.get(id);
      if (known !== undefined) known.isTaken = true;
      if (known !== undefined || this.#renamed.has(id)) return this.#renamed.get(id) ?? id;
    }
    const payload = payloadOf(event);
    const told = argumentsIn(payload);
    const at = timeOf(event);
    // Less than that may well be two calls.
    const key = id ?? (told === undefined || Number.isNaN(at) ? undefined : `${at} ${tool} ${told}`);
    const again = key === undefined ? undefined : this.#starts.get(key);
    if (again !== undefined) return again.id;
    const stored = this.#take(id !== undefined, tool, told, at);
    const call = { id: stored?.id ?? id ?? this.#mint(), name: tool };
    if (id === undefined) this.#open.set(tool, [...(this.#open.get(tool) ?? []), call]);
    else if (stored !== undefined) this.#renamed.set(id, stored.id);
    if (key !== undefined) this.#starts.set(key, call);
    return call.id;
  }

  #ended(event: Fields, type: string, id: string | undefined, tool: string | undefined): string | undefined {
    if (id !== undefined) return this.#renamed.get(id) ?? this.#onlyCall(id, tool, event);
    if (tool === undefined) return undefined;
    const open = this.#open.get(tool) ?? [];
    if (type !== 'agent.tool.completed') return open[0]?.id;
    const own = this.#endedHere(open, tool, event);
    this.#open.set(
      tool,
      open.filter((each) => each.id !== own),
    );
    return own;
  }

  /** Of calls that are open, and of those whose start was not told: the one that is stored with the same ending, else the first that may be. */
  #endedHere(open: readonly LiveCall[], tool: string, event: Fields): string | undefined {
    const begun = open.flatMap(({ id }) => this.#byId.get(id) ?? []);
    // Who heard the run from its beginning has heard the starts.
    const free = this.#isJoined === true || open.length === 0 ? this.#free(tool, timeOf(event)) : [];
    const same = this.#saysSame([...begun, ...free], event);
    const mayEnd = (call: StoredCall | undefined): boolean => call === undefined || !endsOtherwise(call, event);
    const first = same ?? open.find(({ id }) => mayEnd(this.#byId.get(id))) ?? free.find(mayEnd);
    const own = first?.id ?? open[0]?.id ?? free[0]?.id;
    const stored = this.#byId.get(own ?? '');
    if (stored !== undefined) stored.isTaken = true;
    return own;
  }

  /** A result whose start was not told is that of the stored call that says the same, else of the only one without an id that it may be of. */
  #onlyCall(id: string, tool: string | undefined, event: Fields): string {
    if (this.#byId.has(id) || this.#starts.has(id)) return id;
    const free = this.#free(tool, timeOf(event)).filter((each) => !each.isNamed);
    const call = this.#saysSame(free, event) ?? (free.length === 1 ? free[0] : undefined);
    if (call === undefined) return id;
    call.isTaken = true;
    this.#renamed.set(id, call.id);
    return call.id;
  }

  #saysSame(calls: readonly StoredCall[], event: Fields): StoredCall | undefined {
    const payload = payloadOf(event);
    const result = resultIn(payload, undefined);
    const same =
      result === undefined ? [] : calls.filter((each) => each.result === result && !endsOtherwise(each, event));
    return same.find((each) => each.isFailed === isFailure(payload)) ?? same[0];
  }

  /** Stored calls that no event has told yet, and whose results were not stored before `at`. */
  #free(tool: string | undefined, at: number): StoredCall[] {
    return this.#stored.filter((each) => !each.isTaken && each.name === tool && !(at > each.endedAt));
  }

  /** The stored call that an event tells; of one that has another id, the arguments must be the same. */
  #take(hasId: boolean, tool: string, told: string | undefined, at: number): StoredCall | undefined {
    const free = this.#free(tool, at);
    const same = told === undefined ? undefined : free.find((each) => isSame(each.told, told));
    if (same !== undefined) this.#hasSameArguments = true;
    const isSure = hasId || (this.#hasSameArguments && told !== undefined);
    const isOther = (each: StoredCall): boolean =>
      each.told !== undefined && (isSure || (this.#isJoined === true && isContrary(each.told, told)));
    const found = same ?? free.find((each) => !(hasId && each.isNamed) && !isOther(each));
    if (found !== undefined) found.isTaken = true;
    return found;
  }

  #mint(): string {
    this.#count += 1;
    return `unnamed ${this.#turn}.${this.#count}`;
  }

  #nameStored(messages: readonly Message[]): readonly Message[] {
    const waiting = new Map<string, StoredCall[]>();
    const called = messages.map((message) => {
      if (message.role !== 'assistant') return message;
      const given: unknown = message.metadata?.tool_calls;
      const calls = listOf(given).map((call) => (isFields(call) ? this.#nameCall(call, waiting) : call));
      return calls.every((call, index) => call === listOf(given)[index])
        ? message
        : withMetadata(message, { tool_calls: calls });
    });
    return called.map((message) => (message.role === 'tool' ? this.#nameResult(message, waiting) : message));
  }

  #nameCall(call: Fields, waiting: Map<string, StoredCall[]>): Fields {
    const named = filledTextOf(call['id']);
    const name = filledTextOf(call['name']) ?? 'unknown';
    const id = named ?? this.#mint();
    const stored = {
      id,
      isNamed: named !== undefined,
      name,
      told: argumentsIn(call),
      endedAt: Infinity,
      result: undefined,
      isFailed: false,
      isTaken: false,
    };
    this.#stored.push(stored);
    this.#byId.set(id, stored);
    waiting.set(name, [...(waiting.get(name) ?? []), stored]);
    return named === undefined ? { ...call, id } : call;
  }

  #nameResult(message: Message, waiting: Map<string, StoredCall[]>): Message {
    const fields: Fields = isFields(message.metadata) ? message.metadata : {};
    const id = filledTextOf(fields['tool_call_id']);
    const name = filledTextOf(fields['tool_name']) ?? '';
    const open = waiting.get(name) ?? [];
    const call = id === undefined ? open[0] : this.#byId.get(id);
    if (call === undefined) return message;
    waiting.set(
      name,
      open.filter((each) => each !== call),
    );
    this.#hasResults = true;
    if (call.endedAt === Infinity) call.endedAt = timeOf(message);
    call.result ??= resultIn(fields, message.content);
    call.isFailed ||= isFailure(fields);
    return id === undefined ? withMetadata(message, { tool_call_id: call.id }) : message;
  }
}

function withMetadata(message: Message, more: Fields): Message {
  return { ...message, metadata: { ...message.metadata, ...more } };
}

/** What is told of a call's arguments, in few words where there are such: those are told live and stored. */
function argumentsIn(call: Fields): string | undefined {
  const told = filledTextOf(call['args_summary']) ?? call['args'] ?? call['arguments'];
  if (told === undefined || told === null) return undefined;
  return typeof told === 'string' ? told : JSON.stringify(told);
}

/** Whether two tell arguments in the same form, which are not the same: `n: '1'` and `n: '2'`. */
function isContrary(stored: string, told: string | undefined): boolean {
  const [form] = /^\W*\w\w*\W\W*/.exec(stored) ?? [];
  return form !== undefined && told?.startsWith(form) === true && !isSame(stored, told);
}

/** A summary may be cut at another place. */
function isSame(stored: string | undefined, told: string): boolean {
  return stored !== undefined && (stored.startsWith(told) || told.startsWith(stored));
}

/** What is stored may keep silent about a failure, and does not make one up. */
function endsOtherwise(call: StoredCall, event: Fields): boolean {
  const payload = payloadOf(event);
  if (call.isFailed !== isFailure(payload)) return call.isFailed;
  const told = resultIn(payload, undefined);
  return call.result !== undefined && told !== undefined && call.result !== told;
}

function isFailure(told: Fields): boolean {
  const failure = told['error'] ?? told['tool_error'] ?? told['outcome'] ?? undefined;
  return failure !== undefined || told['success'] === false;
}

/** What a call gave, or what went wrong; undefined if it says nothing. */
function resultIn(told: Fields, content: unknown): string | undefined {
  const value = told['error'] ?? told['tool_error'] ?? told['result'] ?? told['tool_result'] ?? content;
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
