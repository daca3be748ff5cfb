/** One execution of a foreign agent: its open step, its text, its calls. Each method says what became of the event. */
import type { Phase, RecordFate, RunStatus, ToolCompleted } from '../../ledger/ledger-event.ts';
import { isAtWork } from '../../ledger/scope-kind.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { asJson } from '../foreign/as-json.ts';
import type { ContractEvent } from './contract-event.ts';
import { continuationEvent, endingOf, readContinuation } from '../foreign/continuation-event.ts';
import { stampBlob } from '../../ledger/contract-stamp.ts';
import { numberOf, filledTextOf, textOf } from '../../ledger/json/fields.ts';
import { finishReasonOf, isBareSuccess, outcomeOf, phaseOf, runStatusOf, stepError, usageOf } from './run-status-of.ts';
import { jsonText } from '../foreign/json-text.ts';
import type { DraftWriter, LiveSession } from './live-session.ts';
import { isLeakedJson } from '../../ledger/json/is-leaked-json.ts';
import type { StoredWords } from './stored-words.ts';
import { newToldStep } from './told-step.ts';
import type { ToldStep } from './told-step.ts';
import { LiveCalls } from './live-calls.ts';
import type { LiveCall } from './live-calls.ts';
import { identityOf, toolNameOf } from './identity-of.ts';
import { argumentsText } from '../from-messages/read-message.ts';
import { isStopReason } from '../foreign/is-stop-reason.ts';
import { endingFields, exactEnding, toolErrorOf } from '../foreign/tool-ending.ts';

export interface Verdict {
  readonly fate: RecordFate;
  readonly rule?: string;
}

/** Of the words of a step, what is looked at before all of them are. */
const OPENING = 200;
const SHOWN: Verdict = { fate: 'shown' };
const FOLDED: Verdict = { fate: 'folded' };

export class LiveExecution {
  readonly #session: LiveSession;
  readonly #writer: DraftWriter;
  readonly #run: { readonly run?: string };
  readonly #calls = new LiveCalls();
  readonly #completions = new Set<string>();
  #step: ToldStep | undefined;
  /** The call that it told last: where a stored message tells that one too, its words are told again. */
  #newest: LiveCall | undefined;
  /** What was stored before a call that was news is not told again after it. */
  #past: { readonly words: StoredWords; readonly count: number } | undefined;
  #status: RunStatus | undefined;
  #error: string | undefined;

  constructor(session: LiveSession, execution: string | undefined) {
    this.#session = session;
    this.#writer = session.writer;
    this.#run = execution === undefined ? {} : { run: execution };
  }

  status({ payload }: ContractEvent): Verdict {
    const status = runStatusOf(payload['status']);
    if (status === undefined) return { fate: 'malformed', rule: 'unknown_status' };
    const error = payload['error_message'] ?? payload['error'];
    const message = typeof error === 'string' ? error : undefined;
    if (status === this.#status && message === this.#error) return { fate: 'folded', rule: 'repeated_status' };
    this.#status = status;
    this.#error = message;
    if (status === 'failed') this.#session.turn.tellEnding(`failed ${message ?? ''}`);
    // An agent that is idle runs nothing.
    if (status === 'completed' || payload['status'] === 'idle') this.#finish('stop', 'lost');
    if (status === 'failed') this.#finish('error', 'interrupted');
    if (status === 'cancelled') this.#finish('aborted', 'interrupted');
    const previous = runStatusOf(payload['previous_status']);
    this.#writer.write({
      type: 'agent.status',
      ...this.#run,
      status,
      ...(previous === undefined ? {} : { previous_status: previous }),
      ...(message === undefined ? {} : { error_message: message }),
    });
    return SHOWN;
  }

  /** No more of its events come, and it has not said that it ended. */
  breakOff(): void {
    this.#finish('aborted', 'interrupted');
    if (this.#status === undefined || !isAtWork(this.#status)) return;
    this.#status = 'failed';
    const error_message = 'The events broke off before the run had ended.';
    this.#writer.write({ type: 'agent.status', ...this.#run, status: 'failed', error_message });
  }

  stepStarted({ payload }: ContractEvent): Verdict {
    const number = numberOf(payload['step_number']);
    if (number !== undefined && this.#step?.number === number) return { fate: 'folded', rule: 'repeated_step' };
    this.#endStep({ finish_reason: 'unknown' });
    this.#openStep(number);
    return SHOWN;
  }

  stepCompleted(event: ContractEvent): Verdict {
    const { payload } = event;
    const content = filledTextOf(payload['content']);
    if (content !== undefined && !this.#hasSpoken) this.#say(content, event.at);
    if (this.#step === undefined) return { fate: 'folded', rule: 'no_open_step' };
    const reason = finishReasonOf(payload['finish_reason']);
    const calls = payload['has_tool_calls'] === true;
    const usage = usageOf(payload['usage']);
    const duration = numberOf(payload['duration_ms']);
    this.#endStep({
      finish_reason: reason === 'unknown' && calls ? 'tool_calls' : reason,
      ...(usage === undefined ? {} : { usage }),
      ...(duration === undefined ? {} : { duration_ms: duration }),
      ...(payload['discarded'] === true ? { discarded: true } : {}),
      ...stepError(payload['errors'], textOf(payload['error_code'])),
    });
    return SHOWN;
  }

  chunk(event: ContractEvent): Verdict {
    const { payload } = event;
    const text = payload['content'] ?? payload['chunk'] ?? '';
    if (typeof text !== 'string') return { fate: 'malformed', rule: 'chunk_is_no_text' };
    const index = numberOf(payload['chunk_index']);
    if (index !== undefined && this.#step?.chunks.has(index) === true)
      return { fate: 'folded', rule: 'repeated_chunk' };
    if (text !== '') {
      const step = this.#say(text, event.at);
      if (index !== undefined) step.chunks.add(index);
      step.order.add(index, text);
    }
    if (payload['is_complete'] === true) this.#endText(phaseOf(payload['phase']));
    return text === '' || (this.#step?.held ?? '') !== '' ? FOLDED : SHOWN;
  }

  reasoning({ payload }: ContractEvent): Verdict {
    const text = textOf(payload['content']);
    if (text === undefined) return { fate: 'malformed', rule: 'chunk_is_no_text' };
    const step = this.#step ?? this.#openStep(undefined);
    step.reasoning ??= { part: step.parts++, length: 0 };
    const { part, length: offset } = step.reasoning;
    step.reasoning.length += text.length;
    this.#writer.write({ type: 'agent.reasoning.delta', ...this.#run, step: step.step, part, offset, text });
    if (payload['is_complete'] !== true) return SHOWN;
    step.reasoning = undefined;
    this.#writer.write({ type: 'agent.part.completed', ...this.#run, step: step.step, part, kind: 'reasoning' });
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
    const { words } = this.#session;
    const stored = this.#session.stored.take(id, name, event.at) ?? this.#session.storedNow(id, name);
    if (stored !== undefined) return this.#begin(stored, { id, identity });
    this.#letGo('news');
    this.#past = { words, count: words.count };
    const step = this.#step ?? this.#openStep(undefined);
    this.#closeText(step);
    step.again = undefined;
    const args = payload['args'] ?? payload['arguments'];
    const brief = filledTextOf(payload['args_summary']);
    const told = typeof args === 'string' ? args : argumentsText(args);
    const call: LiveCall = {
      call: this.#session.nameCall(id),
      id,
      name,
      step: step.step,
      at: event.at,
      untold: told === '' ? step.parts : undefined,
      identity,
      ending: 'none',
      isMade: !begins,
    };
    this.#writer.write({
      type: 'agent.tool.called',
      ...this.#run,
      step: step.step,
      part: step.parts,
      call: call.call,
      ...(id === undefined ? {} : { provider_id: id }),
      name,
      arguments: told,
      ...(payload['runs'] === 'provider' ? { runs: 'provider' as const } : {}),
      ...stampBlob(brief === undefined ? {} : { args_summary: brief }),
    });
    step.parts += 1;
    this.#newest = call;
    this.#calls.add(call);
    this.#session.calls.set(call.call, call);
    this.#session.tellCall(call);
    if (this.#session.early.delete(call.call)) this.#calls.end(call, 'told');
    else if (begins) this.#start(call);
    return SHOWN;
  }

  /** A call that a stored message made. */
  #begin(call: LiveCall, told: Pick<LiveCall, 'id' | 'identity'>): Verdict {
    this.#newest = call;
    this.#letGo('again');
    this.#takeBackLeak();
    this.#calls.add(call, told);
    return call.ending === 'none' ? this.#start(call) : { fate: 'folded', rule: 'told_by_message' };
  }

  /** Arguments that leaked into the words of this step: their call stands in another one, and beside no call they would be an answer. */
  #takeBackLeak(): void {
    const step = this.#step;
    if (step?.text === undefined || step.isStored || !isLeakedJson(step.words)) return;
    const { part } = step.text;
    this.#writer.write({ type: 'agent.part.completed', ...this.#run, step: step.step, part, kind: 'text', text: '' });
    this.#session.speaking.end(step);
    step.text = undefined;
    step.words = '';
  }

  #start(known: LiveCall): Verdict {
    const { call, step, name } = known;
    known.isMade = false;
    this.#writer.write({ type: 'agent.tool.started', ...this.#run, call, step, name });
    return FOLDED;
  }

  toolRetrying(event: ContractEvent): Verdict {
    const { payload } = event;
    const known = this.#calls.find(filledTextOf(payload['tool_call_id']), toolNameOf(event), event.at);
    const [attempt, max_attempts] = [numberOf(payload['attempt']), numberOf(payload['max_attempts'])];
    if (known === undefined || attempt === undefined || max_attempts === undefined)
      return { fate: 'malformed', rule: 'retry_of_nothing' };
    const { call, step, name } = known;
    const message = filledTextOf(payload['error']);
    const error = message === undefined ? {} : { error: { message } };
    this.#writer.write({
      type: 'agent.tool.retrying',
      ...this.#run,
      call,
      step,
      name,
      attempt,
      max_attempts,
      ...error,
    });
    return FOLDED;
  }

  toolCompleted(event: ContractEvent): Verdict {
    const { payload } = event;
    const id = filledTextOf(payload['tool_call_id']);
    const name = toolNameOf(event);
    const { stored, turn } = this.#session;
    const known = this.#calls.find(id, name, event.at) ?? this.#session.callOf(id) ?? stored.find(id, name, event.at);
    if (known !== undefined) this.#calls.pass(known);
    const words = `${event.timestamp} ${jsonText(asJson(payload, ''))}`;
    const early = this.#completions.has(words) || this.#session.isEarly(id);
    const isBare = isBareSuccess(payload);
    const repeated = known === undefined ? early : known.ending === 'told' || (known.ending === 'bare' && isBare);
    if (repeated) return { fate: 'folded', rule: 'repeated_completion' };
    if (known === undefined && id === undefined && name === undefined)
      return { fate: 'malformed', rule: 'tool_without_name' };
    this.#completions.add(words);
    const ending = {
      content: filledTextOf(payload['result_summary']) ?? '',
      result: 'result' in payload ? payload['result'] : payload['tool_result'],
      error: toolErrorOf(payload),
      durationMs: numberOf(payload['duration_ms']),
      outcome: outcomeOf(payload['outcome']),
    };
    const fields = exactEnding(payload['exact'], ending) ?? endingFields(ending);
    if (known === undefined) {
      const names = { ...this.#session.nameOrphan(id), ...(name === undefined ? {} : { name }) };
      this.#writer.write({ type: 'agent.tool.completed', ...this.#run, ...names, ...fields });
      return { fate: 'shown', rule: 'result_without_call' };
    }
    this.#calls.end(known, isBare ? 'bare' : 'told');
    turn.tellResult(known.name);
    if (this.#step?.step === known.step) this.#step.isAnswered = true;
    // A stored message may tell the result.
    const later = isBare || payload['provisional'] === true ? { provisional: true } : {};
    this.#complete(known, { ...fields, ...later });
    return FOLDED;
  }

  continuation({ payload }: ContractEvent): Verdict {
    const info = readContinuation(payload);
    if (info === undefined) return { fate: 'malformed', rule: 'continuation_without_verdict' };
    this.#session.turn.tellEnding(endingOf(info));
    this.#writer.write({ ...this.#run, ...continuationEvent(info) });
    const fate = info.should_continue || info.stop_reason === 'completed' ? 'folded' : 'shown';
    return isStopReason(info.stop_reason) ? { fate } : { fate, rule: 'unknown_stop_reason' };
  }

  /** The run is over: calls without a word about their end do not run any more. */
  #finish(reason: FinishReason, outcome: 'lost' | 'interrupted'): void {
    for (const call of this.#calls.open()) {
      this.#calls.end(call, outcome);
      const error = { error: { message: 'The run ended without a word about it.' } };
      // Its result may still come.
      this.#complete(call, { outcome, ...(outcome === 'lost' ? error : { provisional: true }) });
    }
    this.#endStep({ finish_reason: reason });
  }

  #complete({ call, step, name }: LiveCall, ending: Pick<ToolCompleted, 'outcome'> & Partial<ToolCompleted>): void {
    this.#writer.write({ type: 'agent.tool.completed', ...this.#run, call, step, name, ...ending });
  }

  #openStep(number: number | undefined): ToldStep {
    const step = newToldStep(this.#session.nextStep(), number);
    this.#step = step;
    this.#writer.write({ type: 'agent.step.started', ...this.#run, step: step.step });
    return step;
  }

  #endStep(end: { finish_reason: FinishReason }): void {
    if (this.#step === undefined) return;
    this.#letGo();
    this.#closeText(this.#step);
    this.#session.speaking.end(this.#step);
    if (!this.#step.isStored) this.#session.turn.tellWords(this.#step.words);
    this.#writer.write({ type: 'agent.step.completed', ...this.#run, step: this.#step.step, ...end });
    this.#step = undefined;
  }

  get #hasSpoken(): boolean {
    const step = this.#step;
    return step !== undefined && (step.words !== '' || step.held !== '' || step.isAgain);
  }

  #say(said: string, at: number | undefined): ToldStep {
    // Words after the results of a step that nobody counted are the next response.
    const isNext = this.#step?.number === undefined && this.#step?.isAnswered === true;
    if (isNext) this.#endStep({ finish_reason: 'tool_calls' });
    const step = this.#step ?? this.#openStep(undefined);
    if (step.text === undefined && this.#isHeld(step, said)) {
      step.held += said;
      step.heldAt = at;
    } else this.#write(step, said);
    return step;
  }

  #isHeld(step: ToldStep, said: string): boolean {
    const { words } = this.#session;
    step.again ??= words.begin(this.#past?.words === words ? this.#past.count : 0);
    if (step.again === undefined || step.again === 'other') return false;
    if (step.again.goesOn(said)) return true;
    step.again = 'other';
    return false;
  }

  #write(step: ToldStep, said: string): void {
    const text = step.held + said;
    step.held = '';
    if (step.text === undefined) {
      step.text = { part: step.parts, length: 0 };
      step.parts += 1;
      if (!step.isStored) this.#session.speaking.add(step);
    }
    const { part, length } = step.text;
    this.#writer.write({ type: 'agent.text.delta', ...this.#run, step: step.step, part, offset: length, text });
    step.text.length += text.length;
    step.words += text;
    if (step.opening.length < OPENING) step.opening += text.slice(0, OPENING - step.opening.length);
  }

  /** Words that were held end here: a stored message says them, or they are news, as what comes after them is. */
  #letGo(next?: 'again' | 'news'): void {
    const step = this.#step;
    if (step === undefined || step.held === '' || step.again === undefined || step.again === 'other') return;
    const isAgain = next === undefined && (this.#newest?.isStored === true || step.again.isTold(step.heldAt));
    if (isAgain || next === 'again') {
      this.#session.words.pass(step.again);
      step.held = '';
      step.isAgain = true;
    } else this.#write(step, '');
    step.again = undefined;
  }

  /** Chunks are counted anew after a complete text. */
  #endText(phase: Phase | undefined): void {
    const step = this.#step;
    if (step === undefined) return;
    step.chunks = new Set();
    this.#letGo();
    step.again = undefined;
    this.#closeText(step, phase === undefined ? {} : { phase });
  }

  /** Pieces that were numbered, and came in another order, are put in their own. */
  #closeText(step: ToldStep, ended?: { readonly phase?: Phase }): void {
    const { text } = step;
    const sorted = step.order.take();
    step.text = undefined;
    const words = sorted !== undefined && sorted.length === text?.length ? { text: sorted } : undefined;
    if (text === undefined || (ended ?? words) === undefined) return;
    const part = { type: 'agent.part.completed', step: step.step, part: text.part, kind: 'text' } as const;
    this.#writer.write({ ...part, ...this.#run, ...words, ...ended });
    if (words !== undefined) step.words = step.words.slice(0, -words.text.length) + words.text;
  }
}
