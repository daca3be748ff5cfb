import { nextStepOf } from '../../../ledger/fold/next-step-of.ts';
import { HUMAN } from '../../../ledger/human.ts';
import type { ThreadState } from '../../../ledger/thread-state.ts';
import type { DraftWriter } from '../draft-writer.ts';
import { endingOf, failedWith } from '../../foreign/continuation-event.ts';
import { LiveCalls, mayBeSame } from './live-calls.ts';
import type { KnownArguments, LiveCall } from './live-calls.ts';
import type { ReadResult } from '../../from-messages/read-message.ts';
import { OpenExecutions } from './open-executions.ts';
import type { OpenExecution } from './open-executions.ts';
import { SpeakingSteps } from '../speaking-steps.ts';
import { StoredWords } from '../stored-words.ts';
import { ToldTurn } from '../told-turn.ts';

/** Stored results may have no ids where their calls do: then all calls of a name are one row. */
const UNNAMED = { id: undefined, identity: undefined };

/** What an event tells of a call that begins. */
interface CallStart extends Pick<LiveCall, 'id' | 'name' | 'at'> {
  readonly args: KnownArguments;
}

/** What the executions of one session share: where they write, the numbers of its steps, and the names of its calls. */
export class LiveSession {
  readonly writer: DraftWriter;
  /** The newest call of each name. */
  readonly calls: Map<string, LiveCall> = new Map();
  /** Ids of results that were told before their call. */
  readonly early: Set<string> = new Set();
  /** Of those without an id of their own, the names that we gave them: by who told them, and the tool. */
  readonly #unnamed = new Map<string, string[]>();
  /** What was told live since a person last spoke, and no stored message has told yet. */
  turn: ToldTurn = new ToldTurn();
  /** The steps that are being told. */
  readonly speaking: SpeakingSteps = new SpeakingSteps();
  /** What stored messages said since a person last spoke. */
  words: StoredWords = new StoredWords();
  /** What they ever said. */
  readonly said: StoredWords = new StoredWords();
  /** Whether an id was seen in an event and in a message: then two ids are two calls. */
  sharesIds = false;
  /** Who has not said that it is over. */
  readonly open: OpenExecutions = new OpenExecutions();
  /** Who said last that it is at work. */
  worker: OpenExecution | undefined;
  /** The turns by the ids of what a person said. */
  readonly #turns = new Map<string, ToldTurn>();
  readonly #turnOfCall = new Map<LiveCall, ToldTurn>();
  readonly #byForeignId = new Map<string, LiveCall>();
  readonly #minted = new Set<string>();
  /** Calls that stored messages of this turn made, and of which no event has told that they began. */
  stored: LiveCalls = new LiveCalls();
  /** Calls that stored messages of this turn told, and of which none has told the result. */
  #waiting = new LiveCalls();
  /** Calls that stored messages made since a person last spoke. */
  readonly #told = new Map<string, LiveCall>();
  #steps = 0;
  #count = 0;

  /** `after`: the thread that it goes on with. */
  constructor(writer: DraftWriter, after?: ThreadState) {
    this.writer = writer;
    if (after !== undefined) this.#goOnAfter(after);
  }

  #goOnAfter(state: ThreadState): void {
    this.#steps = nextStepOf(state, undefined) - 1;
    for (const entry of state.log) {
      if (entry.kind === 'message' && entry.message.author === HUMAN)
        this.beginTurn(entry.message.client_id, entry.message.at);
      if (entry.kind === 'status' && entry.status.status === 'failed')
        this.storeEnd(failedWith(entry.status.error_message), entry.status.at);
      if (entry.kind === 'continuation' && !entry.continuation.should_continue)
        this.storeEnd(endingOf(entry.continuation), entry.continuation.at);
      const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
      const home = step && { step: step.step, parts: step.parts.length, isStored: true };
      for (const part of step?.scope === undefined ? (step?.parts ?? []) : []) {
        if (part.kind === 'text') this.tellSaid(part.text, state.at);
        const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
        if (call === undefined) continue;
        const ending = call.state.name === 'settled' ? 'told' : 'none';
        this.store({
          call: call.id,
          id: call.providerId,
          name: call.name,
          step: call.step,
          home,
          identity: undefined,
          ending,
          endedAt: ending === 'told' ? state.at : undefined,
        });
      }
    }
  }

  /** What a stored message says. */
  tellSaid(words: string, at: number | undefined): void {
    this.words.add(words, at);
    this.said.add(words, at);
  }

  /** A person spoke: what is told from here on belongs to what was said. */
  beginTurn(id: string | undefined, at: number | undefined): void {
    this.stored = new LiveCalls();
    this.#waiting = new LiveCalls();
    this.#told.clear();
    // An id is a call's within its turn: a result that found no call there is none of the next turn's.
    for (const id of this.early) this.#minted.add(id);
    this.early.clear();
    this.#unnamed.clear();
    this.words = new StoredWords();
    this.turn = new ToldTurn(at);
    if (id !== undefined) this.#turns.set(id, this.turn);
  }

  /** The end of a turn is stored: nobody is at work in it any more, unless somebody has told more than that. */
  endTurn(turn: ToldTurn, at: number | undefined): void {
    turn.over = this.open.rest(turn) ? { at } : undefined;
  }

  /** How the run ended is stored, and with it the end of its turn: whether that is news. */
  storeEnd(how: string, at: number | undefined, turn: ToldTurn = this.turn): boolean {
    this.endTurn(turn, at);
    return turn.storeEnding(how);
  }

  /** A run begins: one of an earlier turn that is not over broke off. */
  beginRun(execution: OpenExecution): void {
    this.worker = execution;
    this.turn.beginRun();
    this.open.begin(execution, this.turn);
  }

  /** A call that was told live. */
  tellCall(call: LiveCall): void {
    this.turn.tellCall(call);
    if (call.id !== undefined) this.turn.name(call.id, call);
    this.#turnOfCall.set(call, this.turn);
  }

  /** What was told live after the person's message of that id. */
  turnAfter(id: string): ToldTurn | undefined {
    return this.#turns.get(id);
  }

  /** What was told live beside that call. */
  turnOf(call: LiveCall): ToldTurn | undefined {
    return this.#turnOfCall.get(call);
  }

  nextStep(): number {
    this.#steps += 1;
    return this.#steps;
  }

  /** A call that a stored message of that turn made. */
  store(call: LiveCall, turn: ToldTurn = this.turn): void {
    if (call.id !== undefined) turn.name(call.id, call);
    if (call.id !== undefined) this.#byForeignId.set(call.id, call);
    if (call.id !== undefined) this.#told.set(call.id, call);
    call.isStored = true;
    this.stored.add(call);
    if (call.ending === 'none') this.#waiting.add(call, UNNAMED);
  }

  /** The stored call that a start means: by its id, or by name and order if one of them has none; else one of this turn that goes by another id in the messages. */
  takeStored(start: CallStart, isJoined: boolean): LiveCall | undefined {
    const { id, name, args, at } = start;
    const known = this.stored.take(id, name, at) ?? this.#ended(start, isJoined);
    if (known !== undefined && id !== undefined && known.id === id) this.sharesIds = true;
    const isOther = known === undefined && id !== undefined && !this.sharesIds && this.callOf(id) === undefined;
    return isOther ? this.stored.takeLike(name, args, at) : known;
  }

  /**
   * The call that a stored message of this turn made, or of any for who came in the middle, and whose result was told. An id may come again in
   * another turn: what happens after a person spoke is no call from before that; nor is what no message tells, or has other arguments.
   */
  #ended({ id, name, args, at }: CallStart, isJoined: boolean): LiveCall | undefined {
    const now = id === undefined ? undefined : this.#told.get(id);
    const call = now ?? (isJoined ? this.callOf(id) : undefined);
    if (call?.name !== name || call.ending !== 'told') return undefined;
    const isLater = (at ?? Number.NaN) >= (this.turn.asked ?? Number.NaN);
    const mayBeEarlier = call.isStored === true && !isLater && mayBeSame(call.args, args);
    return mayBeEarlier || this.isOfNow(call) ? call : undefined;
  }

  /** Whether a stored message of this turn made that call. */
  isOfTurn(id: string | undefined): boolean {
    return id !== undefined && this.#told.has(id);
  }

  /** Whether it is a call of this turn: one of an earlier turn may have the same id. */
  isOfNow(call: LiveCall | undefined): boolean {
    return call !== undefined && (this.turnOf(call) === this.turn || this.isOfTurn(call.id));
  }

  /** A stored message tells that call; where it was told live without an id, it has one now. */
  tellStored(call: LiveCall, turn: ToldTurn, id?: string): void {
    if (id !== undefined) turn.name(id, call);
    if (id !== undefined) this.#byForeignId.set(id, call);
    if (call.isStored !== true) this.#waiting.add(call, UNNAMED);
    call.isStored = true;
  }

  /** The call that a stored result of that turn is of: by its id; by name and order if one of them has none. */
  takeWaiting(
    turn: ToldTurn,
    { callId: id, toolName: name, at }: Pick<ReadResult, 'callId' | 'toolName' | 'at'>,
  ): LiveCall | undefined {
    const named = turn.named(id);
    const meant = named.find((call) => this.#waiting.has(call)) ?? named.at(-1) ?? this.callOf(id);
    const known = meant ?? this.#waiting.find(id, name, at);
    const call = id === undefined || known?.id === undefined || meant === known ? known : undefined;
    if (call !== undefined) this.#waiting.pass(call);
    return call;
  }

  /** A completion that does not say its execution may still name a call of it. */
  callOf(id: string | undefined): LiveCall | undefined {
    const [newest] = this.turn.named(id).slice(-1);
    if (newest !== undefined) return newest;
    const call = id === undefined ? undefined : this.calls.get(id);
    if (call?.id === id) return call;
    return id === undefined ? undefined : this.#byForeignId.get(id);
  }

  isEarly(id: string | undefined): boolean {
    return id !== undefined && this.early.has(id);
  }

  /** The name of a result without a call; none if a call of ours goes by it. Without an id, the next call of that `tool` without one takes the name. */
  nameOrphan(id: string | undefined, tool?: string): { readonly call?: string } {
    if (id === undefined ? tool === undefined : this.#minted.has(id)) return {};
    const call = id ?? this.nameCall(undefined);
    this.early.add(call);
    if (id === undefined && tool !== undefined) this.#unnamed.set(tool, [...(this.#unnamed.get(tool) ?? []), call]);
    return { call };
  }

  /** The back end's own id, so that a result told before its call finds it; ours if there is none. */
  nameCall(id: string | undefined, tool?: string): string {
    if (id !== undefined && !this.#minted.has(id)) return id;
    const early = id !== undefined || tool === undefined ? undefined : this.#unnamed.get(tool)?.shift();
    if (early !== undefined) return early;
    let own: string;
    do own = `unnamed ${(this.#count += 1)}`;
    while (this.calls.has(own) || this.early.has(own));
    this.#minted.add(own);
    return own;
  }
}
