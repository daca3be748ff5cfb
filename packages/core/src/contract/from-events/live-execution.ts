/** One execution of a foreign agent: its open step, its text, its calls. Each method says what became of the event. */
import type { Failure } from '../../ledger/content-part.ts';
import type { RecordFate, RunStatus, ToolCompleted } from '../../ledger/ledger-event.ts';
import { isAtWork } from '../../ledger/scope-kind.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { asJson } from '../foreign/as-json.ts';
import type { ContractEvent } from './contract-event.ts';
import type { ContinuationInfo } from '../message.ts';
import { continuationEvent, readContinuation } from '../foreign/continuation-event.ts';
import { stampBlob } from '../../ledger/contract-stamp.ts';
import { numberOf, filledTextOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { finishReasonOf, runStatusOf, usageOf } from './run-status-of.ts';
import { jsonText } from '../foreign/json-text.ts';
import type { DraftWriter, LiveSession } from './live-session.ts';
import type { WordsAgain } from './stored-words.ts';
import { LiveCalls } from './live-calls.ts';
import type { LiveCall } from './live-calls.ts';
import { identityOf, toolNameOf } from './identity-of.ts';
import { argumentsText } from '../from-messages/read-message.ts';
import { isStopReason } from '../foreign/is-stop-reason.ts';
import { endingFields } from '../foreign/tool-ending.ts';

export interface Verdict {
  readonly fate: RecordFate;
  readonly rule?: string;
}

interface OpenStep {
  readonly step: number;
  readonly number: number | undefined;
  parts: number;
  /** The text part being written. */
  text: { readonly part: number; length: number } | undefined;
  chunks: Set<number>;
  /** All that was said in it, and the beginning of that. */
  words: string;
  opening: string;
  /** What was said, as long as it is what a stored message says; `other` once it is not. */
  again: WordsAgain | 'other' | undefined;
  held: string;
  /** When that was said. */
  heldAt: number | undefined;
  /** Whether it told something that a stored message says. */
  isAgain: boolean;
  /** A result of one of its calls has come. */
  isAnswered: boolean;
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
  #step: OpenStep | undefined;
  /** Whether it tells a turn again that stored messages have told: its calls say so, until then its words may. */
  #tells: 'unknown' | 'again' | 'news' = 'unknown';
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
    if (status === 'completed') this.#finish('stop', 'lost');
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
      ...stepError(payload['errors']),
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
    }
    if (payload['is_complete'] === true) this.#endText();
    return text === '' || (this.#step?.held ?? '') !== '' ? FOLDED : SHOWN;
  }

  toolStarted(event: ContractEvent): Verdict {
    const { payload } = event;
    const name = toolNameOf(event);
    if (name === undefined) return { fate: 'malformed', rule: 'tool_without_name' };
    const id = filledTextOf(payload['tool_call_id']);
    const identity = identityOf(event, name);
    if (this.#calls.started(id, identity, this.#step?.step) !== undefined)
      return { fate: 'folded', rule: 'repeated_start' };
    if (this.#session.isStoredNow(id, name)) {
      this.#tells = 'again';
      this.#letGo();
      return { fate: 'folded', rule: 'told_by_message' };
    }
    const stored = this.#session.stored.take(id, name);
    if (stored !== undefined) return this.#begin(stored);
    if (this.#tells === 'unknown') this.#tells = 'news';
    this.#letGo();
    const step = this.#step ?? this.#openStep(undefined);
    step.text = undefined;
    step.again = undefined;
    const args = payload['args'] ?? payload['arguments'];
    const brief = filledTextOf(payload['args_summary']);
    const told = typeof args === 'string' ? args : argumentsText(args);
    const call: LiveCall = {
      call: this.#session.nameCall(id),
      id,
      name,
      step: step.step,
      untold: told === '' ? step.parts : undefined,
      identity,
      ending: 'none',
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
      ...stampBlob(brief === undefined ? {} : { args_summary: brief }),
    });
    step.parts += 1;
    this.#calls.add(call);
    this.#session.calls.set(call.call, call);
    this.#session.tellCall(call);
    if (this.#session.early.delete(call.call)) this.#calls.end(call, 'told');
    else this.#writer.write({ type: 'agent.tool.started', ...this.#run, call: call.call, step: call.step, name });
    return SHOWN;
  }

  /** A call that a stored message made. */
  #begin(call: LiveCall): Verdict {
    this.#tells = 'again';
    this.#letGo();
    this.#calls.add(call);
    this.#writer.write({ type: 'agent.tool.started', ...this.#run, call: call.call, step: call.step, name: call.name });
    return FOLDED;
  }

  toolCompleted(event: ContractEvent): Verdict {
    const { payload } = event;
    const id = filledTextOf(payload['tool_call_id']);
    const name = toolNameOf(event);
    const { stored, turn } = this.#session;
    const known = this.#calls.completed(id, name) ?? this.#session.callOf(id) ?? stored.completed(id, name);
    const words = `${event.timestamp} ${jsonText(asJson(payload, ''))}`;
    const early = this.#completions.has(words) || this.#session.isEarly(id);
    const isBare = isBareSuccess(payload);
    const repeated = known === undefined ? early : known.ending === 'told' || (known.ending === 'bare' && isBare);
    if (repeated) return { fate: 'folded', rule: 'repeated_completion' };
    if (known?.ending === 'interrupted') return { fate: 'folded', rule: 'call_was_interrupted' };
    if (known === undefined && id === undefined && name === undefined)
      return { fate: 'malformed', rule: 'tool_without_name' };
    this.#completions.add(words);
    const success = payload['success'];
    const error = payload['error'] ?? payload['tool_error'] ?? (success === false ? 'Failed' : undefined);
    const fields = endingFields({
      content: filledTextOf(payload['result_summary']) ?? '',
      result: 'result' in payload ? payload['result'] : payload['tool_result'],
      error: success === true ? undefined : error,
      durationMs: numberOf(payload['duration_ms']),
    });
    if (known === undefined) {
      const names = { ...this.#session.nameOrphan(id), ...(name === undefined ? {} : { name }) };
      this.#writer.write({ type: 'agent.tool.completed', ...this.#run, ...names, ...fields });
      return { fate: 'shown', rule: 'result_without_call' };
    }
    this.#calls.end(known, isBare ? 'bare' : 'told');
    turn.tellResult(known.name);
    if (this.#step?.step === known.step) this.#step.isAnswered = true;
    // A stored message may tell the result.
    this.#complete(known, { ...fields, ...(isBare ? { provisional: true } : {}) });
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
      const error = outcome === 'lost' ? { error: { message: 'The run ended without a word about it.' } } : {};
      this.#complete(call, { outcome, ...error });
    }
    this.#endStep({ finish_reason: reason });
  }

  #complete({ call, step, name }: LiveCall, ending: Pick<ToolCompleted, 'outcome'> & Partial<ToolCompleted>): void {
    this.#writer.write({ type: 'agent.tool.completed', ...this.#run, call, step, name, ...ending });
  }

  #openStep(number: number | undefined): OpenStep {
    const step: OpenStep = {
      step: this.#session.nextStep(),
      number,
      parts: 0,
      text: undefined,
      chunks: new Set(),
      words: '',
      opening: '',
      again: undefined,
      held: '',
      heldAt: undefined,
      isAgain: false,
      isAnswered: false,
    };
    this.#step = step;
    this.#writer.write({ type: 'agent.step.started', ...this.#run, step: step.step });
    return step;
  }

  #endStep(end: { finish_reason: FinishReason }): void {
    if (this.#step === undefined) return;
    this.#letGo();
    this.#session.speaking.end(this.#step);
    this.#session.turn.tellWords(this.#step.words);
    this.#writer.write({ type: 'agent.step.completed', ...this.#run, step: this.#step.step, ...end });
    this.#step = undefined;
  }

  get #hasSpoken(): boolean {
    const step = this.#step;
    return step !== undefined && (step.words !== '' || step.held !== '' || step.isAgain);
  }

  #say(said: string, at: number | undefined): OpenStep {
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

  #isHeld(step: OpenStep, said: string): boolean {
    if (this.#tells !== 'news') step.again ??= this.#session.words.begin();
    if (step.again === undefined || step.again === 'other') return false;
    if (step.again.goesOn(said)) return true;
    step.again = 'other';
    return false;
  }

  #write(step: OpenStep, said: string): void {
    const text = step.held + said;
    step.held = '';
    if (step.text === undefined) {
      step.text = { part: step.parts, length: 0 };
      step.parts += 1;
      this.#session.speaking.add(step);
    }
    const { part, length } = step.text;
    this.#writer.write({ type: 'agent.text.delta', ...this.#run, step: step.step, part, offset: length, text });
    step.text.length += text.length;
    step.words += text;
    if (step.opening.length < OPENING) step.opening += text.slice(0, OPENING - step.opening.length);
  }

  /** Words that were held end here: a stored message says them, or they are news. */
  #letGo(): void {
    const step = this.#step;
    if (step === undefined || step.held === '' || step.again === undefined || step.again === 'other') return;
    if (this.#tells === 'again' || (this.#tells === 'unknown' && step.again.isTold(step.heldAt))) {
      this.#session.words.pass(step.again);
      step.held = '';
      step.isAgain = true;
    } else this.#write(step, '');
    step.again = undefined;
  }

  /** Chunks are counted anew after a complete text. */
  #endText(): void {
    const step = this.#step;
    if (step === undefined) return;
    step.chunks = new Set();
    this.#letGo();
    step.again = undefined;
    if (step.text === undefined) return;
    this.#writer.write({
      type: 'agent.part.completed',
      ...this.#run,
      step: step.step,
      part: step.text.part,
      kind: 'text',
    });
    step.text = undefined;
  }
}

/** What tells two words about the end of a run apart. */
export function endingOf({ should_continue: goesOn, stop_reason: reason }: ContinuationInfo): string {
  return `${goesOn ? 'goes on' : 'stopped'} ${reason}`;
}

function isBareSuccess(payload: Fields): boolean {
  const told = ['result', 'tool_result', 'result_summary', 'error', 'tool_error'];
  return payload['success'] === true && told.every((field) => payload[field] === undefined);
}

/** A list of messages; some back ends only count. */
function stepError(errors: unknown): { readonly error?: Failure } {
  const list: readonly unknown[] = Array.isArray(errors) ? errors : [errors];
  const messages = list.filter((error) => typeof error === 'string' && error !== '');
  return messages.length === 0 ? {} : { error: { message: messages.join('; ') } };
}
