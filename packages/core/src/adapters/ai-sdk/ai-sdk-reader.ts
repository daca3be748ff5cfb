import type { EndingFields } from '../../contract/foreign/tool-ending.ts';
import type { Failure, Usage } from '../../ledger/content-part.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { fieldsOf, filledTextOf, isFields, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import type { StepCompleted } from '../../ledger/event/step-event.ts';
import { nextStepOf } from '../../ledger/fold/next-step-of.ts';
import { ownDraft } from '../own-draft.ts';
import type { AiSdkReader, AiSdkReaderOptions } from './ai-sdk-reader-options.ts';
import { callsAtFinish, closedDraft, unrunCalls } from './calls-at-finish.ts';
import type { ClosedCall } from './calls-at-finish.ts';
import { failedEnding, givenEnding } from './given-ending.ts';
import { messageOf } from './message-of.ts';
import { RunDrafts } from './run-drafts.ts';
import { steerDraft } from './steer-draft.ts';
import { toldResult } from './told-result.ts';
import { calledDraft, inputText, placeOf, SdkCalls } from './sdk-calls.ts';
import type { SdkCall } from './sdk-calls.ts';
import { askDraft, decisionDraft, nameOf, requestParts, SdkRequests } from './sdk-requests.ts';
import { BROKEN_OFF, endedBy, endingOf, mayPrecedeWhy, ownEnding, usageOf } from './step-ending.ts';
import type { HowEnded } from './step-ending.ts';
import { StepParts } from './step-parts.ts';
import { callBlob, resultBlob } from './stamp.ts';
import type { Stamp } from './stamp.ts';

/**
 * Reads what the AI SDK (5 to 7) streams, one part at a time: the `fullStream` of a `streamText`, or the chunks of a UI message
 * stream. A call appears when it is made and runs from then on, since the SDK runs it at once; what the SDK ran is a call with its
 * result like any other. The cost of a part does not grow with the stream. One reader may read several streams of a thread, one
 * after the other.
 *
 * @example
 * const reader = aiSdkReader();
 * const parts = [
 *   { type: 'start-step' },
 *   { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { query: 'parser' } },
 * ];
 * parts.flatMap((part) => reader.push(part)).map(({ type }) => type); //=> ['agent.status', 'agent.step.started', 'agent.tool.called', 'agent.tool.started']
 */
export function aiSdkReader(options: AiSdkReaderOptions = {}): AiSdkReader {
  return new Reader(options);
}

class Reader implements AiSdkReader {
  readonly #options: AiSdkReaderOptions;
  readonly #stamp: Stamp;
  readonly #calls = new SdkCalls();
  readonly #requests = new SdkRequests();
  readonly #drafts: RunDrafts;
  #isRunning = false;
  #nextStep: number;
  /** The first step of the run. */
  #firstStep = 0;
  #step: StepParts | undefined;
  /** The step is over, and a stream for a page says why only at its end. */
  #unsaid: { readonly usage?: Usage } | undefined;
  #error: Failure | undefined;
  /** The model has said more since the error: that did not end its response. */
  #wentOn = false;
  #configured: string | undefined;
  /** How the last step ended. */
  #lastReason: FinishReason | undefined;

  constructor(options: AiSdkReaderOptions) {
    this.#options = options;
    this.#stamp = { provider: options.provider ?? 'ai-sdk', api: 'ai-sdk', model: options.model ?? '' };
    const { after, scope } = options;
    this.#drafts = new RunDrafts(scope);
    this.#nextStep = after === undefined ? 1 : nextStepOf(after, scope);
  }

  push(part: unknown): readonly EventDraft[] {
    if (isFields(part)) this.#read(part);
    return this.#drafts.take();
  }

  end(): readonly EventDraft[] {
    this.#endWhole();
    // A stream may be sent without its end: after an answer that was told whole, nothing broke off.
    const isWhole = this.#step === undefined && this.#error === undefined && this.#lastReason === 'stop';
    if (isWhole && this.#calls.open().length === 0) this.#stop('completed');
    if (this.#isRunning) {
      this.#interrupt('The stream broke off while it ran.');
      this.#endStep({ reason: 'error', error: this.#error ?? BROKEN_OFF });
      this.#stop('failed');
    }
    return this.#drafts.take();
  }

  #read(part: Fields): void {
    if (this.#unsaid !== undefined && !mayPrecedeWhy(part)) this.#endWhole();
    const id = filledTextOf(part['id']) ?? filledTextOf(part['toolCallId']) ?? '';
    switch (part['type']) {
      case 'start':
        return this.#begin(filledTextOf(part['messageId']));
      case 'start-step':
        this.#endStep({ reason: 'unknown' });
        this.#configure(fieldsOf(part['toolthread']));
        this.#openStep();
        return;
      case 'reset-step':
        return isFields(part['toolthread']) ? this.#finishStep(part) : this.#discard();
      case 'text-start':
      case 'reasoning-start':
        return void this.#open().begin(id, part);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#say(this.#open().say(id, part));
      case 'text-end':
      case 'reasoning-end':
        return this.#drafts.write(this.#open().close(id, part));
      case 'tool-input-start':
        return this.#beginInput(id, textOf(part['toolName']) ?? '');
      case 'tool-input-delta':
        return this.#input(id, textOf(part['delta']) ?? textOf(part['inputTextDelta']) ?? '');
      case 'tool-input-end':
        (this.#calls.growing(id) ?? this.#begun(id, '')).hasInput = true;
        return;
      case 'tool-input-available':
        // Told again: who runs it has changed.
        if (id === '' || this.#calls.made({ id }) === undefined) this.#called(id, part);
        return;
      case 'tool-call':
        return void this.#called(id, part);
      case 'tool-input-error':
        return this.#failed(id, part, this.#called(id, { ...part, invalid: true }));
      case 'data-call':
        return fieldsOf(part['data'])['status'] === 'running' ? this.#start(this.#calls.find({ id })) : undefined;
      case 'message-metadata':
        for (const each of requestParts(part['messageMetadata'])) this.#read(each);
        return;
      case 'tool-approval-request':
        return this.#ask(part);
      case 'tool-approval-response':
        return this.#decide(part);
      case 'tool-result':
      case 'tool-output-available':
        if (part['preliminary'] === true) return this.#print(this.#meant(id, part), part['output']);
        return this.#settle(id, this.#meant(id, part), givenEnding(part['output']), part);
      case 'tool-error':
      case 'tool-output-error':
        return this.#failed(id, part);
      case 'tool-output-denied':
        return this.#settle(id, this.#meant(id, part), { outcome: 'denied', parts: [] }, part);
      case 'source':
      case 'source-url':
      case 'source-document':
      case 'file':
      case 'custom':
      case 'reasoning-file':
        return this.#drafts.write(this.#open().whole(part));
      case 'steering-message':
        return this.#drafts.write(steerDraft(part));
      case 'finish-step':
        return this.#finishStep(part);
      case 'finish':
        return this.#finish(part);
      case 'abort':
        this.#interrupt('The run was aborted while it ran.');
        this.#endStep({ reason: 'aborted' });
        return this.#stop('cancelled');
      case 'error':
        this.#begin(undefined);
        this.#error = { message: messageOf(part) };
        this.#wentOn = false;
        return;
      default:
    }
  }

  #begin(message: string | undefined): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#firstStep = this.#nextStep;
    this.#error = undefined;
    this.#drafts.run = this.#options.run ?? message;
    this.#drafts.write({ type: 'agent.status', status: 'running' });
  }

  #stop(status: 'completed' | 'awaiting_user' | 'failed' | 'cancelled'): void {
    if (!this.#isRunning) return;
    const message = status === 'failed' ? this.#error?.message : undefined;
    this.#drafts.write({ type: 'agent.status', status, ...(message === undefined ? {} : { error_message: message }) });
    this.#isRunning = false;
  }

  /** Our own streams say which model answers. */
  #configure({ provider, api, model }: Fields): void {
    const draft = ownDraft({ type: 'agent.configured', provider, api, model });
    const key = JSON.stringify(draft);
    if (draft === undefined || key === this.#configured) return;
    this.#configured = key;
    this.#begin(undefined);
    this.#drafts.write(draft);
  }

  /** The open step; parts that come without one open it. */
  #open(): StepParts {
    return this.#step ?? this.#openStep();
  }

  #openStep(): StepParts {
    this.#begin(undefined);
    const step = new StepParts(this.#nextStep, this.#stamp);
    this.#nextStep += 1;
    this.#step = step;
    this.#drafts.write({ type: 'agent.step.started', step: step.step });
    return step;
  }

  #endStep({ reason, error }: HowEnded, rest: Pick<StepCompleted, 'usage' | 'discarded'> = {}): void {
    if (this.#step === undefined) return;
    const { step, isSeen } = this.#step;
    const unsaid = this.#unsaid;
    this.#unsaid = undefined;
    this.#calls.endStep();
    const isDone = reason === 'stop' && this.#calls.open().length === 0;
    for (const draft of this.#step.release(isDone)) this.#drafts.write(draft);
    this.#step = undefined;
    // Words that a person has read are discarded only by the next attempt.
    const discarded = reason === 'error' && !isSeen ? { discarded: true } : {};
    const ended = {
      finish_reason: reason,
      ...discarded,
      ...unsaid,
      ...rest,
      ...(error === undefined ? {} : { error }),
    };
    this.#lastReason = reason;
    this.#drafts.write({ type: 'agent.step.completed', step, ...ended });
  }

  /** The SDK tries the step again: what it said so far does not count. */
  #discard(): void {
    this.#interrupt('The step was tried again.');
    this.#endStep({ reason: 'error', error: this.#error ?? BROKEN_OFF }, { discarded: true });
    this.#error = undefined;
    this.#openStep();
  }

  #say(words: EventDraft | undefined): void {
    this.#wentOn ||= words !== undefined;
    this.#drafts.write(words);
  }

  #beginInput(id: string, name: string): void {
    const call = this.#begun(id, name);
    call.name = name;
    this.#drafts.write({
      type: 'agent.tool.input.delta',
      ...placeOf(call),
      offset: call.arguments.length,
      text: '',
      name,
    });
  }

  #input(id: string, text: string): void {
    const call = this.#calls.growing(id) ?? this.#begun(id, '');
    if (text === '') return;
    const offset = call.arguments.length;
    call.arguments += text;
    this.#drafts.write({ type: 'agent.tool.input.delta', ...placeOf(call), offset, text });
  }

  #begun(id: string, name: string): SdkCall {
    this.#wentOn = true;
    const step = this.#open();
    return this.#calls.begin(id, name, () => ({ step: step.step, part: step.nextCall() }));
  }

  #called(id: string, part: Fields): SdkCall {
    const name = textOf(part['toolName']);
    const call = this.#calls.grown({ id, name }) ?? this.#begun(id, name ?? '');
    call.name = name ?? call.name;
    this.#calls.make(call);
    call.arguments = inputText(call.arguments, part['input']);
    const { runs } = fieldsOf(part['toolthread']);
    call.runs = part['providerExecuted'] === true && runs === undefined ? 'provider' : 'here';
    if (runs === 'provider') call.runs = runs;
    if (call.runs === 'here' && runs === undefined) this.#step?.owe(call.part);
    this.#drafts.write(calledDraft(call, callBlob(call, part, this.#stamp)));
    // Its result came first.
    const isOver = this.#calls.takeEarly(call);
    if (isOver) this.#calls.settle(call);
    // The SDK knows no such tool, or the input does not fit it: nothing runs. Our own streams say when it does.
    if (!isOver && part['invalid'] !== true && runs === undefined) this.#start(call);
    return call;
  }

  #start(call: SdkCall | undefined): void {
    if (call === undefined) return;
    call.isStarted = true;
    this.#drafts.write({ type: 'agent.tool.started', ...nameOf(call) });
  }

  /** A result that is not the last one. */
  #print(call: SdkCall | undefined, output: unknown): void {
    const text = call?.given.take(output);
    if (text === undefined || call?.call === undefined) return;
    this.#drafts.write({ type: 'agent.tool.output.delta', step: call.step, call: call.call, ...text });
  }

  #ask(part: Fields): void {
    const { toolCallId, toolName } = fieldsOf(part['toolCall']);
    const id = filledTextOf(part['toolCallId']) ?? filledTextOf(toolCallId) ?? '';
    const request = filledTextOf(part['approvalId']);
    const isOurs = isFields(part['toolthread']);
    const call = isOurs && id === '' ? undefined : this.#meant(id, { toolName });
    if ((call === undefined && !isOurs) || request === undefined || this.#requests.has(request)) return;
    this.#begin(undefined);
    this.#requests.open(request, call);
    this.#drafts.write(askDraft(request, call, part));
  }

  #decide(part: Fields): void {
    const request = filledTextOf(part['approvalId']);
    if (request !== undefined && this.#requests.settle(request)) this.#drafts.write(decisionDraft(request, part));
  }

  #failed(id: string, part: Fields, call = this.#meant(id, part)): void {
    this.#settle(id, call, failedEnding(messageOf(part), call?.given), part);
  }

  #meant(id: string, part: Fields): SdkCall | undefined {
    return this.#calls.find({ id, name: filledTextOf(part['toolName']) });
  }

  /** A result whose call came with an earlier stream names it by its id alone; that of a run that is over begins none. */
  #settle(id: string, call: SdkCall | undefined, told: EndingFields, part: Fields): void {
    if (call?.state !== 'left') this.#begin(undefined);
    const name = filledTextOf(part['toolName']);
    const stray = { ...(id === '' ? {} : { call: id }), ...(name === undefined ? {} : { name }) };
    this.#drafts.write({
      type: 'agent.tool.completed',
      ...(call === undefined ? stray : nameOf(call)),
      ...(toldResult(told, part) ?? told),
    });
    if (call === undefined) return this.#calls.noteEarly(id, name ?? '');
    this.#calls.settle(call);
    const blob = call.runs === 'provider' ? resultBlob(id, part, this.#stamp) : undefined;
    if (blob !== undefined && this.#step !== undefined) this.#drafts.write(this.#step.opaque(blob));
  }

  #finishStep(part: Fields): void {
    const own = this.#step === undefined ? undefined : ownEnding(this.#step.step, part['toolthread']);
    if (own !== undefined) {
      this.#calls.endStep();
      this.#step = undefined;
      return this.#drafts.write(own);
    }
    const ending = endingOf(part);
    const usage = usageOf(part['usage']);
    for (const each of unrunCalls(this.#calls.open(), ending)) this.#close(...each);
    const rest = usage === undefined ? {} : { usage };
    if (ending.says === undefined) this.#unsaid = rest;
    else this.#endStep(endedBy(ending, this.#error, this.#wentOn), rest);
  }

  /** Nothing says why the step ended: then it is whole. */
  #endWhole(): void {
    if (this.#unsaid === undefined) return;
    const reason = this.#step?.hasCalls === true ? 'tool_calls' : 'stop';
    this.#endStep(endedBy({ reason }, this.#error, this.#wentOn));
  }

  #finish(part: Fields): void {
    this.#begin(undefined);
    const ending = endingOf(part);
    this.#error ??= ending.error;
    for (const each of unrunCalls(this.#calls.open(), ending)) this.#close(...each);
    this.#endStep(endedBy(ending, this.#error, this.#wentOn));
    const open = this.#calls.open();
    const hasFailed = this.#error !== undefined;
    const isOurs = ({ runs, step }: SdkCall): boolean => runs === 'here' && step >= this.#firstStep;
    const isAwaited = this.#requests.isAwaited || open.some((call) => isOurs(call) || call.state === 'asked');
    for (const each of callsAtFinish(open, ending.reason, hasFailed, isAwaited)) this.#close(...each);
    this.#stop(hasFailed ? 'failed' : isAwaited ? 'awaiting_user' : 'completed');
  }

  /** What ran does not run any more; what waits for a person was not run. */
  #interrupt(message: string): void {
    for (const call of this.#calls.unsaid()) {
      this.#drafts.write(calledDraft(call));
      this.#close(call, 'interrupted', 'The run ended before it was known whether this ran.');
    }
    for (const call of this.#calls.open()) {
      if (call.state === 'asked') this.#close(call, 'skipped', 'The run ended before anybody decided.');
      else this.#close(call, 'interrupted', message);
    }
  }

  #close(...[call, outcome, message]: ClosedCall): void {
    if (outcome === 'lost' || outcome === 'interrupted') this.#calls.leave(call);
    else this.#calls.settle(call);
    this.#drafts.write(closedDraft(call, outcome, message));
  }
}
