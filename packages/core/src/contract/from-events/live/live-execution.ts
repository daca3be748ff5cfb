/** One execution of a foreign agent: its open step, its text, its calls. Each method says what became of the event. */
import type { EventDraft, RunStatus, ToolCompleted } from '../../../ledger/ledger-event.ts';
import { isAtWork } from '../../../ledger/scope-kind.ts';
import type { FinishReason } from '../../../ledger/finish-reason.ts';
import { completionFields } from '../completion-fields.ts';
import type { ContractEvent } from '../contract-event.ts';
import { stampBlob } from '../../../ledger/contract-stamp.ts';
import { continuationEvent, endingOf, failedWith, readContinuation } from '../../foreign/continuation-event.ts';
import { numberOf, filledTextOf, textOf } from '../../../ledger/json/fields.ts';
import { isBareSuccess, phaseOf, runStatusOf } from '../run-status-of.ts';
import { endByStatus, stepEnd } from '../step-end.ts';
import type { LiveSession } from './live-session.ts';
import type { OpenExecution } from './open-executions.ts';
import type { SpeakingSteps } from '../speaking-steps.ts';
import type { StoredWords } from '../stored-words.ts';
import { ToldStep } from '../told-step.ts';
import type { StepTeller } from '../told-step.ts';
import type { ToldTurn } from '../told-turn.ts';
import { LiveCalls } from './live-calls.ts';
import { ToldCompletions } from './told-completions.ts';
import type { LiveCall } from './live-calls.ts';
import { identityOf, knownArguments, toolNameOf } from '../identity-of.ts';
import { isStopReason } from '../../foreign/is-stop-reason.ts';
import { FOLDED, SHOWN, TOLD } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

type StatusDraft = Extract<EventDraft, { readonly type: 'agent.status' }>;

export class LiveExecution implements StepTeller, OpenExecution {
  readonly scope: string;
  readonly #session: LiveSession;
  readonly #run: { readonly run?: string };
  #calls = new LiveCalls();
  /** Tools of which a result came before a call: it is answered when it comes. */
  readonly #orphans = new Set<string>();
  readonly #completions = new ToldCompletions();
  #step: ToldStep | undefined;
  /** The one that ended last. */
  #last: ToldStep | undefined;
  /** The call that it told last: where a stored message tells that one too, its words are told again. */
  #newest: LiveCall | undefined;
  /** What was stored before a call that was news is not told again after it. */
  #past: { readonly words: StoredWords; readonly count: number } | undefined;
  #status: RunStatus | undefined;
  #error: string | undefined;
  /** The turn in which it was heard last. */
  #turn: ToldTurn | undefined;
  /** Whether it was heard from the middle of a step on, and that goes on. */
  #joins = true;
  /** Whether the end of that is stored: then it only tells again what is stored, until there is news. */
  #rests = false;
  /** That it is at work: not told before there is news. */
  #putOff: StatusDraft | undefined;

  constructor(session: LiveSession, execution: string | undefined) {
    this.#session = session;
    this.#run = execution === undefined ? {} : { run: execution };
    this.scope = execution?.slice(0, Math.max(0, execution.lastIndexOf(' '))) ?? '';
  }

  /** An event of it comes. What happened after the end of a turn was stored is not told again by it. */
  hear({ at, type, payload }: ContractEvent): void {
    const { turn, open } = this.#session;
    if (at !== undefined && at > (turn.over?.at ?? Infinity)) turn.over = undefined;
    this.#rests = turn.over !== undefined;
    // Where all runs go by one name, one that begins in another turn is another run.
    const isOther = this.#turn !== turn && this.#status !== 'awaiting_user' && type === 'agent.status';
    if (isOther && runStatusOf(payload['status']) === 'running') this.leave();
    this.#turn = turn;
    if (/^agent\.(?:status|step)/.test(type) || payload['chunk_index'] === 0) this.#joins = false;
    if (!this.#rests) open.hear(this, turn);
  }

  get speaking(): SpeakingSteps {
    return this.#session.speaking;
  }

  get words(): StoredWords {
    return this.#session.words;
  }

  get joins(): StoredWords | undefined {
    return this.#joins ? this.#session.said : undefined;
  }

  get passed(): number {
    return this.#past?.words === this.words ? this.#past.count : 0;
  }

  get tellsAgain(): boolean {
    return this.#newest?.isStored === true;
  }

  get mayLeak(): boolean {
    return this.#rests || !this.#session.stored.isEmpty;
  }

  get isAhead(): boolean {
    return this.#step?.isNews === true || this.#calls.open().some(({ isStored }) => isStored !== true);
  }

  wake(): void {
    if (!this.#rests) return;
    this.#rests = false;
    this.#session.turn.over = undefined;
    this.#session.open.hear(this, this.#session.turn);
    const status = this.#putOff;
    this.#putOff = undefined;
    if (status !== undefined) this.#tellStatus(status);
  }

  write(draft: EventDraft): void {
    this.#session.writer.write({ ...draft, ...this.#run });
  }

  rest(): void {
    this.#endCalls('interrupted');
    this.#step?.rest();
    const { worker } = this.#session;
    if (worker !== this || this.#status === undefined || !isAtWork(this.#status)) return;
    this.#putOff = { type: 'agent.status', status: this.#status };
    this.#tellStatus({ type: 'agent.status', status: 'completed' });
  }

  leave(): void {
    this.#finish('aborted', 'interrupted');
    this.#calls = new LiveCalls();
    this.#status = undefined;
  }

  status({ payload }: ContractEvent): Verdict {
    const status = runStatusOf(payload['status']);
    if (status === undefined) return { fate: 'malformed', rule: 'unknown_status' };
    const message = textOf(payload['error_message'] ?? payload['error']);
    if (status === this.#status && message === this.#error) return { fate: 'folded', rule: 'repeated_status' };
    const isNews = status !== 'failed' || this.#session.turn.tellEnding(failedWith(message));
    // An agent that is idle runs nothing.
    const end = endByStatus(payload['status'] === 'idle' ? 'completed' : status);
    if (end !== undefined) this.#finish(end.reason, end.calls);
    const previous = runStatusOf(payload['previous_status']);
    const draft: StatusDraft = {
      type: 'agent.status',
      status,
      ...(previous === undefined ? {} : { previous_status: previous }),
      ...(message === undefined ? {} : { error_message: message }),
    };
    if (!isAtWork(status)) this.#session.open.end(this);
    const isPutOff = this.#rests && isAtWork(status);
    this.#putOff = isPutOff ? draft : undefined;
    if (isPutOff || (this.#rests && (status === 'completed' || !isNews))) return TOLD;
    this.#tellStatus(draft);
    return SHOWN;
  }

  #tellStatus(draft: StatusDraft): void {
    this.#status = draft.status;
    this.#error = draft.error_message;
    if (isAtWork(draft.status)) this.#session.beginRun(this);
    this.write(draft);
  }

  /** No more of its events come, and it has not said that it ended. */
  breakOff(): void {
    this.#finish('aborted', 'interrupted');
    this.#session.open.end(this);
    if (this.#status === undefined || !isAtWork(this.#status)) return;
    this.#status = 'failed';
    this.write({
      type: 'agent.status',
      status: 'failed',
      error_message: 'The events broke off before the run had ended.',
    });
  }

  stepStarted({ payload }: ContractEvent): Verdict {
    const number = numberOf(payload['step_number']);
    const isKnown = this.#step?.number === number && this.#step?.turn === this.#turn;
    if (number !== undefined && isKnown) return { fate: 'folded', rule: 'repeated_step' };
    this.#endStep({ finish_reason: 'unknown' });
    this.#openStep(number);
    return this.#rests ? TOLD : SHOWN;
  }

  stepCompleted(event: ContractEvent): Verdict {
    const { payload } = event;
    const content = filledTextOf(payload['content']);
    if (content !== undefined && this.#step?.hasSpoken !== true) this.#say(content, event);
    if (this.#step === undefined) return { fate: 'folded', rule: 'no_open_step' };
    this.#endStep(stepEnd(payload));
    return SHOWN;
  }

  chunk(event: ContractEvent): Verdict {
    const { payload } = event;
    const text = payload['content'] ?? payload['chunk'] ?? '';
    if (typeof text !== 'string') return { fate: 'malformed', rule: 'chunk_is_no_text' };
    const index = numberOf(payload['chunk_index']);
    const known = index === undefined || this.#step?.isPast === true ? undefined : this.#step?.chunks.get(index);
    if (known === text) return { fate: 'folded', rule: 'repeated_chunk' };
    // Events may come in another order: a piece after the end of its step, or of its run.
    const ended = this.#step === undefined && this.#last?.turn === this.#session.turn ? this.#last : undefined;
    if (!this.#rests && ended?.goOn(text, index) === true) return SHOWN;
    // Chunks are counted again: it is the first of another text.
    if (known !== undefined) this.#step?.endText(undefined);
    if (text !== '') this.#say(text, event, index);
    if (payload['is_complete'] === true) this.#step?.endText(phaseOf(payload['phase']));
    return text === '' || this.#step?.isHeld === true ? FOLDED : SHOWN;
  }

  reasoning({ payload }: ContractEvent): Verdict {
    const text = textOf(payload['content']);
    if (text === undefined) return { fate: 'malformed', rule: 'chunk_is_no_text' };
    // What it thought before the stored end has no place below it.
    if (this.#rests) return TOLD;
    const step = this.#step ?? this.#openStep(undefined);
    step.think(text, payload['is_complete'] === true);
    return SHOWN;
  }

  toolStarted(event: ContractEvent): Verdict {
    const { payload } = event;
    const name = toolNameOf(event);
    if (name === undefined) return { fate: 'malformed', rule: 'tool_without_name' };
    const id = filledTextOf(payload['tool_call_id']);
    const identity = identityOf(event, name);
    const begins = payload['status'] !== 'called';
    const known = this.#calls.started(id, identity, this.#step?.step);
    if (known?.isMade === true && begins) return this.#start(known);
    if (known !== undefined) return { fate: 'folded', rule: 'repeated_start' };
    const args = knownArguments(event);
    const stored = this.#session.takeStored({ id, name, args, at: event.at }, this.#joins);
    if (stored !== undefined) return this.#begin(stored, { id, identity });
    this.#joins = false;
    this.#step?.letGo('news');
    this.#past = { words: this.words, count: this.words.count };
    const step = this.#step ?? this.#openStep(undefined);
    step.endWords();
    const [before, part] = [step.nextPart(), step.nextPart()];
    const call: LiveCall = {
      call: this.#session.nameCall(id, this.#toolOf(name)),
      id,
      name,
      step: step.step,
      home: step,
      words: before,
      args,
      at: event.at,
      untold: args.json === '' ? part : undefined,
      identity,
      ending: 'none',
      isMade: !begins,
    };
    this.write({
      type: 'agent.tool.called',
      step: step.step,
      part,
      call: call.call,
      ...(id === undefined ? {} : { provider_id: id }),
      name,
      arguments: args.json,
      ...(payload['runs'] === 'provider' ? { runs: 'provider' as const } : {}),
      ...stampBlob(args.brief === undefined ? {} : { args_summary: args.brief }),
    });
    this.#newest = call;
    this.#calls.add(call);
    this.#session.calls.set(call.call, call);
    this.#session.tellCall(call);
    step.isAnswered ||= this.#orphans.delete(name) || this.#session.isEarly(call.call);
    if (this.#session.early.delete(call.call)) this.#calls.end(call, 'told');
    else if (begins) this.#start(call);
    return SHOWN;
  }

  /** A call that a stored message made. */
  #begin(call: LiveCall, told: Pick<LiveCall, 'id' | 'identity'>): Verdict {
    this.#newest = call;
    call.againIn = this.#step?.step;
    this.#step?.letGo('again');
    this.#step?.takeBackLeak();
    this.#calls.add(call, told);
    return call.ending === 'none' && !this.#rests ? this.#start(call) : TOLD;
  }

  #start(known: LiveCall): Verdict {
    const { call, step, name } = known;
    known.isMade = false;
    this.write({ type: 'agent.tool.started', call, step, name });
    return FOLDED;
  }

  toolRetrying(event: ContractEvent): Verdict {
    const { payload } = event;
    const known = this.#calls.find(filledTextOf(payload['tool_call_id']), toolNameOf(event), event.at);
    const [attempt, max_attempts] = [payload['attempt'], payload['max_attempts']].map(numberOf);
    if (known === undefined || attempt === undefined || max_attempts === undefined)
      return { fate: 'malformed', rule: 'retry_of_nothing' };
    const { call, step, name } = known;
    const message = filledTextOf(payload['error']);
    const error = message === undefined ? {} : { error: { message } };
    this.write({ type: 'agent.tool.retrying', call, step, name, attempt, max_attempts, ...error });
    return FOLDED;
  }

  toolCompleted(event: ContractEvent): Verdict {
    const { payload } = event;
    const id = filledTextOf(payload['tool_call_id']);
    const name = toolNameOf(event);
    const { stored, turn } = this.#session;
    // Who came in the middle hears the ends of stored calls, whatever the time.
    const at = this.#joins ? undefined : event.at;
    const known = this.#calls.find(id, name, event.at) ?? this.#session.callOf(id) ?? stored.find(id, name, at);
    if (known === undefined && id === undefined && name === undefined)
      return { fate: 'malformed', rule: 'tool_without_name' };
    const told = this.#completions.tell(event, this.#newest);
    if (told === 'repeated') {
      const other = this.#calls.open().find((call) => call.name === known?.name && call.doubled === undefined);
      if (other !== undefined) other.doubled = { ...completionFields(payload), provisional: true };
      return { fate: 'folded', rule: 'repeated_completion' };
    }
    if (known !== undefined) this.#calls.pass(known);
    const step = this.#step;
    if (step !== undefined && (known?.step === step.step || known?.againIn === step.step)) step.isAnswered = true;
    if (name !== undefined && !this.#session.isOfNow(known)) this.#orphans.add(name);
    const early = told === 'known' || this.#session.isEarly(id);
    const isBare = isBareSuccess(payload);
    const repeated = known === undefined ? early : known.ending === 'told' || (known.ending === 'bare' && isBare);
    if (repeated) return { fate: 'folded', rule: 'repeated_completion' };
    const fields = completionFields(payload);
    if (known === undefined) {
      // Who came in the middle has not heard of the call, and will not.
      const tool = this.#joins || name === undefined ? undefined : this.#toolOf(name);
      const names = { ...this.#session.nameOrphan(id, tool), ...(name === undefined ? {} : { name }) };
      this.write({ type: 'agent.tool.completed', ...names, ...fields });
      return { fate: 'shown', rule: 'result_without_call' };
    }
    this.#calls.end(known, isBare ? 'bare' : 'told');
    turn.tellResult(known.name);
    // A stored message may tell the result.
    const later = isBare || payload['provisional'] === true ? { provisional: true } : {};
    this.#complete(known, { ...fields, ...later });
    return FOLDED;
  }

  continuation({ payload }: ContractEvent): Verdict {
    const info = readContinuation(payload);
    if (info === undefined) return { fate: 'malformed', rule: 'continuation_without_verdict' };
    if (!this.#session.turn.tellEnding(endingOf(info)) && this.#rests) return TOLD;
    // Its words are before what is said about its end.
    if (!info.should_continue) this.#endStep({ finish_reason: 'unknown' });
    this.write({ ...continuationEvent(info) });
    const fate = info.should_continue || info.stop_reason === 'completed' ? 'folded' : 'shown';
    return isStopReason(info.stop_reason) ? { fate } : { fate, rule: 'unknown_stop_reason' };
  }

  /** The run is over: calls without a word about their end do not run any more. */
  #finish(reason: FinishReason, outcome: 'lost' | 'interrupted'): void {
    this.#endCalls(outcome);
    this.#endStep({ finish_reason: reason });
  }

  #endCalls(outcome: 'lost' | 'interrupted'): void {
    for (const call of this.#calls.open()) {
      this.#calls.end(call, outcome);
      const error = { error: { message: 'The run ended without a word about it.' } };
      // Its result may still come.
      this.#complete(call, call.doubled ?? { outcome, ...(outcome === 'lost' ? error : { provisional: true }) });
    }
  }

  #complete({ call, step, name }: LiveCall, ending: Pick<ToolCompleted, 'outcome'> & Partial<ToolCompleted>): void {
    this.write({ type: 'agent.tool.completed', call, step, name, ...ending });
  }

  #openStep(number: number | undefined): ToldStep {
    const step = new ToldStep(this, this.#session.turn, this.#session.nextStep(), number);
    this.#step = step;
    if (!this.#rests && !this.#joins) step.begin();
    return step;
  }

  #endStep(end: { finish_reason: FinishReason }): void {
    const step = this.#step;
    if (step === undefined) return;
    step.end(end);
    if (!step.isStored) this.#session.turn.tellWords(step.words, step);
    this.#last = step;
    this.#step = undefined;
  }

  #toolOf(name: string): string {
    return `${this.#run.run ?? ''} ${name}`;
  }

  #say(said: string, { at }: ContractEvent, index?: number): void {
    if (this.#step?.isPast === true) this.#endStep({ finish_reason: 'tool_calls' });
    const step = this.#step ?? this.#openStep(undefined);
    step.say(said, at, index);
  }
}
