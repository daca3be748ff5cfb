import { stampBlob } from '../../ledger/contract-stamp.ts';
import { HUMAN, SYSTEM } from '../../ledger/human.ts';
import { continuationEvent, endingOf, failedWith } from '../foreign/continuation-event.ts';
import { endingFields } from '../foreign/tool-ending.ts';
import { postedParts, sourceId } from '../from-messages/read-message.ts';
import type { ReadAssistant, ReadCall, ReadMessage, ReadResult } from '../from-messages/read-message.ts';
import { filesOf, storedCalls, storedStep } from '../from-messages/stored-step.ts';
import type { StoredCall } from '../from-messages/stored-step.ts';
import { KnownMessages } from './known-messages.ts';
import type { Verdict } from './verdict.ts';
import type { LiveCall, StepParts } from './live/live-calls.ts';
import type { LiveSession } from './live/live-session.ts';
import type { ToldTurn } from './told-turn.ts';

/** Stored messages, one at a time, beside what is told live: what both tell is told once. */
export class StoredMessages {
  readonly #session: LiveSession;
  readonly #known = new KnownMessages();
  /** The turn that the stored messages tell again. */
  #again: ToldTurn | undefined;
  #isAsked = false;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  /** `isLate`: it was said before what was told last. */
  read(message: ReadMessage, isLate: boolean): Verdict {
    const isIdOfOther = 'id' in message && message.id !== undefined && this.#known.has(message.id);
    if ('id' in message && message.id !== undefined && !this.#known.add(message.id, message))
      return this.#repeat(message.kind, message.id);
    const { writer } = this.#session;
    const turn = this.#turn;
    switch (message.kind) {
      case 'user':
      case 'notice': {
        if (message.kind === 'user') this.#beginTurn(message, isLate);
        const parts = postedParts(message);
        const author = message.kind === 'user' ? HUMAN : SYSTEM;
        const id = message.id === undefined || isIdOfOther ? {} : { client_id: message.id };
        writer.write({ type: 'message.posted', author, parts, delivery: 'now', ...id });
        return { fate: 'shown' };
      }
      case 'assistant':
        return this.#assistant(message);
      case 'result':
        return this.#result(message);
      case 'error':
        if (!this.#session.storeEnd(failedWith(message.content), message.at, turn))
          return { fate: 'folded', rule: 'told_live' };
        writer.write({ type: 'agent.status', status: 'failed', error_message: message.content, ...sourceId(message) });
        return { fate: 'shown' };
      case 'continuation':
        if (!turn.storeEnding(endingOf(message.continuation))) return { fate: 'folded', rule: 'told_live' };
        if (!message.continuation.should_continue) this.#session.endTurn(turn, message.at);
        writer.write({ ...continuationEvent(message.continuation), ...sourceId(message) });
        return { fate: message.continuation.should_continue ? 'folded' : 'shown' };
      case 'ephemeral':
        return { fate: 'hidden', rule: 'ephemeral_status' };
      case 'malformed':
        return { fate: 'malformed', rule: message.reason };
      default:
        return message satisfies never;
    }
  }

  get #turn(): ToldTurn {
    return this.#again ?? this.#session.turn;
  }

  #beginTurn({ id, at }: Extract<ReadMessage, { kind: 'user' }>, isLate: boolean): void {
    const before = this.#session.turn;
    // What was told before anybody had asked answers the question that was asked before it.
    const isAnswered = isLate && !this.#isAsked && !before.isEmpty;
    this.#isAsked = true;
    this.#session.beginTurn(id, at);
    this.#again = isAnswered ? before : undefined;
  }

  #repeat(kind: ReadMessage['kind'], id: string): Verdict {
    if (kind === 'user') this.#again = this.#session.turnAfter(id);
    return { fate: 'folded', rule: 'repeated_message' };
  }

  #assistant(message: ReadAssistant): Verdict {
    const known: LiveCall[] = [];
    const unknown = message.calls.filter((read) => {
      const told = this.#toldCall(read, message);
      if (told === undefined) return true;
      this.#tellArguments(told, read);
      known.push(told);
      return false;
    });
    const isSaid = message.content.trim() !== '';
    const told = this.#stepOf(message, unknown);
    const [first] = known;
    const home = told ?? first?.home;
    const isUnsaid = isSaid && told === undefined;
    const isNews = unknown.length > 0 || isUnsaid || (home ?? first) === undefined;
    if (home === undefined && isNews) this.#write(message, unknown);
    if (home !== undefined) {
      home.isStored = true;
      if (isUnsaid) this.#tellWords(message, home, first?.words);
      this.#addCalls(isUnsaid ? message : { ...message, content: '' }, unknown, home);
    }
    if (isSaid && message.calls.length === 0) this.#session.endTurn(this.#turn, message.at);
    else this.#turn.over = undefined;
    if (!isNews) return { fate: 'folded', rule: 'told_live' };
    return { fate: 'shown', ...(message.flaw === undefined ? {} : { rule: message.flaw }) };
  }

  /** The step that told what the message says, or has begun to; of calls without words, the one that told their arguments. */
  #stepOf({ content }: ReadAssistant, unknown: readonly ReadCall[]): StepParts | undefined {
    const isSaid = content.trim() !== '';
    const whole = isSaid ? this.#turn.takeWords(content) : undefined;
    if (whole !== undefined || (!isSaid && unknown.length === 0)) return whole;
    const speaking = this.#session.speaking.take(content, this.#turn);
    speaking?.complete(content);
    return speaking;
  }

  #toldCall(read: ReadCall, message: ReadAssistant): LiveCall | undefined {
    const { id, name } = read;
    const known = this.#knownCall(read, message);
    if (known !== undefined) {
      if (known.isStored !== true) this.#session.sharesIds = true;
      this.#again = this.#session.turnOf(known) ?? this.#again;
      this.#session.tellStored(known, this.#turn);
      return known;
    }
    const told = this.#turn.takeCall(name, id) ?? this.#callLike(read);
    if (told !== undefined) this.#session.tellStored(told, this.#turn, id);
    return told;
  }

  /** A call of that turn that goes by another id in the events. */
  #callLike({ id, name, arguments: json, argsSummary: brief }: ReadCall): LiveCall | undefined {
    const isOther = id !== undefined && !this.#session.sharesIds;
    return isOther ? this.#turn.takeLike(name, { json, brief }) : undefined;
  }

  /**
   * The call of that id that no stored message has told, of this turn, else of an earlier one that was told before it was stored. A
   * message without an id may come again, and its calls with it.
   */
  #knownCall({ id, name }: ReadCall, message: ReadAssistant): LiveCall | undefined {
    const named = this.#turn.named(id);
    const untold = named.find(({ isStored }) => isStored !== true);
    if (untold !== undefined) return untold;
    if (named.length > 0) return message.id === undefined ? named.at(-1) : undefined;
    const earlier = this.#session.callOf(id);
    if (earlier === undefined || earlier.isStored === true || earlier.name !== name) return undefined;
    const asked = this.#turn.asked ?? Number.NaN;
    const isOther = (earlier.at ?? Number.NaN) < asked && (message.at ?? Number.NaN) >= asked;
    return isOther ? undefined : earlier;
  }

  /** No event told them: the stored message does. */
  #tellArguments(told: LiveCall, { arguments: args }: ReadCall): void {
    const { call, name, step, untold: part } = told;
    if (part === undefined || args === '') return;
    told.untold = undefined;
    this.#session.writer.write({ type: 'agent.tool.called', step, part, call, name, arguments: args });
  }

  /** Words that no event told, beside a call that one did: before it, if there is a place. */
  #tellWords({ content, id }: ReadAssistant, home: StepParts, place: number | undefined): void {
    const part = place ?? home.parts;
    home.parts = Math.max(home.parts, part + 1);
    const stamp = stampBlob(id === undefined ? {} : { message_id: id });
    const text = { type: 'agent.part.completed', step: home.step, part, kind: 'text', text: content } as const;
    this.#session.writer.write({ ...text, ...stamp });
  }

  #addCalls(message: ReadAssistant, unknown: readonly ReadCall[], home: StepParts): void {
    const calls = this.#named(unknown);
    for (const draft of storedCalls(message, home.step, home.parts, calls)) this.#session.writer.write(draft);
    home.parts += calls.length;
    this.#store(calls, home);
  }

  #write(message: ReadAssistant, unknown: readonly ReadCall[]): void {
    const step = this.#session.nextStep();
    this.#session.tellSaid(message.content, message.at);
    const calls = this.#named(unknown);
    for (const draft of storedStep(message, step, calls)) this.#session.writer.write(draft);
    this.#store(calls, { step, parts: calls.length + filesOf(message).length + 1, isStored: true });
  }

  #named(unknown: readonly ReadCall[]): StoredCall[] {
    return unknown.map((read) => ({ read, call: this.#session.nameCall(read.id) }));
  }

  #store(calls: readonly StoredCall[], home: StepParts): void {
    const { step } = home;
    for (const { call, read } of calls) {
      const ending = this.#session.early.delete(call) ? 'told' : 'none';
      const { id, name, arguments: json, argsSummary: brief } = read;
      const stored = { call, id, name, args: { json, brief }, step, home, identity: undefined, ending } as const;
      this.#session.store(stored, this.#turn);
    }
  }

  #result(result: ReadResult): Verdict {
    const { callId, toolName, ending, at } = result;
    const { writer } = this.#session;
    const known = this.#session.takeWaiting(this.#turn, result);
    const isTold =
      known === undefined && callId === undefined && toolName !== undefined && this.#turn.takeResult(toolName);
    if (isTold || known?.ending === 'told' || this.#session.isEarly(callId)) {
      return { fate: 'folded', rule: 'repeated_result' };
    }
    const fields = endingFields(ending);
    if (known === undefined) {
      const names = { ...this.#session.nameOrphan(callId), ...(toolName === undefined ? {} : { name: toolName }) };
      writer.write({ type: 'agent.tool.completed', ...names, ...fields });
      return { fate: 'shown', rule: 'result_without_call' };
    }
    known.ending = 'told';
    known.endedAt = at;
    writer.write({ type: 'agent.tool.completed', call: known.call, step: known.step, name: known.name, ...fields });
    return { fate: 'folded' };
  }
}
