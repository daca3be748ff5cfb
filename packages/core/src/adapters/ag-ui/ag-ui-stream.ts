import { requestPayload, settledPayload } from '../../contract/to-events/request-payload.ts';
import { isPersonsWord } from '../../ledger/queries/hearing.ts';
import { isInsideCall } from '../../contract/to-messages/is-inside-call.ts';
import type { Call } from '../../ledger/call.ts';
import type { Folded } from '../../ledger/fold/fold.ts';
import { stepKey } from '../../ledger/fold/scope-key.ts';
import type { LedgerEvent, MessagePosted } from '../../ledger/ledger-event.ts';
import { goesOnAlone } from '../../ledger/scope-kind.ts';
import type { Step, StepEnd, ThreadState } from '../../ledger/thread-state.ts';
import { isTold } from '../ai-sdk/ui/call-chunks.ts';
import type { UiChunk } from '../ai-sdk/ui/ui-message.ts';
import { closingChunks, openAfter, type OpenWords, partId, wordChunks } from '../ai-sdk/ui/word-chunks.ts';
import { callProgress } from '../call-progress.ts';
import { stepFields } from '../step-fields.ts';
import type { AgUiEvent } from './ag-ui-event.ts';
import { agUiState } from './ag-ui-state.ts';
import { snapshotEvents } from './snapshot-events.ts';
import {
  isCarried,
  resultMessage,
  speaker,
  stepMessages,
  toAgUiMessages,
  wordMessage,
  wordMetadata,
} from './to-ag-ui-messages.ts';
import { standsLast } from './stands-last.ts';
import { stepFinished, stepName } from './step-finished.ts';
import { wordEvents } from './word-events.ts';
import { isCarriedFact } from '../is-carried-fact.ts';
import type { CarriedFact } from '../is-carried-fact.ts';

/** What a stream has begun and not ended: AG-UI wants everything ended before its run is. */
export interface AgUiStream {
  readonly words: readonly OpenWords[];
  readonly calls: readonly OpenCall[];
  /** Their names. */
  readonly steps: readonly string[];
  /** The path under which the server is reached, for the addresses of files. */
  readonly base: string;
}

interface OpenCall {
  readonly id: string;
  /** The step's key. */
  readonly step: string;
}

/** The stream after an event, and what is sent to its reader. */
export interface AgUiStreamStep {
  readonly stream: AgUiStream;
  readonly events: readonly AgUiEvent[];
}

/**
 * A stream in which nothing has begun. `base` is the path under which the server is reached.
 *
 * @example
 * newAgUiStream().steps; //=> []
 */
export function newAgUiStream(base = ''): AgUiStream {
  return { words: [], calls: [], steps: [], base };
}

/**
 * One event more of a thread, as events of AG-UI. A client that has `toAgUiMessages` of the thread before has those of the thread after.
 *
 * @example
 * import { emptyThread, fold } from '@toolthread/core';
 * import { newAgUiStream } from '@toolthread/core/adapters';
 * const before = emptyThread('t1');
 * const event = { v: 1, thread: 't1', seq: 1, at: 0, type: 'agent.step.started', step: 1 } as const;
 * foldAgUi(newAgUiStream(), before, event, fold(before, event)).events.map(({ type }) => type); //=> ['STEP_STARTED']
 */
export function foldAgUi(
  stream: AgUiStream,
  before: ThreadState,
  event: LedgerEvent,
  { state, facts }: Folded,
): AgUiStreamStep {
  const telling = new EventTelling(stream, before, event, state);
  for (const fact of facts.filter(isCarriedFact)) telling.take(fact);
  return telling.told();
}

/**
 * The ends of all that a stream has begun.
 *
 * @example
 * import { newAgUiStream } from '@toolthread/core/adapters';
 * closeAgUi({ ...newAgUiStream(), steps: ['step-1'] }).map(({ type }) => type); //=> ['STEP_FINISHED']
 */
export function closeAgUi({ steps, ...open }: AgUiStream): readonly AgUiEvent[] {
  return [...partEnds(open), ...steps.map((name) => ({ type: 'STEP_FINISHED' as const, stepName: name }))];
}

function partEnds({ words, calls }: Pick<AgUiStream, 'words' | 'calls'>): AgUiEvent[] {
  return [
    ...closingChunks(words, () => true).flatMap((chunk) => wordEvents(chunk)),
    ...calls.map(({ id }) => ({ type: 'TOOL_CALL_END' as const, toolCallId: id })),
  ];
}

class EventTelling {
  readonly #stream: AgUiStream;
  readonly #before: ThreadState;
  readonly #event: LedgerEvent;
  readonly #state: ThreadState;
  #words: readonly OpenWords[];
  #calls: readonly OpenCall[];
  #steps: readonly string[];
  /** What makes messages, and all else: where the messages are told again, the former is not told. */
  readonly #events: { readonly makes: 'messages' | 'nothing'; readonly event: AgUiEvent }[] = [];
  #isAgain = false;

  constructor(stream: AgUiStream, before: ThreadState, event: LedgerEvent, state: ThreadState) {
    this.#stream = stream;
    this.#before = before;
    this.#event = event;
    this.#state = state;
    ({ words: this.#words, calls: this.#calls, steps: this.#steps } = stream);
  }

  told(): AgUiStreamStep {
    const steps = this.#steps;
    const timestamp = this.#event.at;
    if (!this.#isAgain) {
      const stream = { ...this.#stream, words: this.#words, calls: this.#calls, steps };
      return { stream, events: this.#events.map(({ event }) => ({ ...event, timestamp })) };
    }
    const { base } = this.#stream;
    const events = [
      ...partEnds(this.#stream),
      ...snapshotEvents(toAgUiMessages(this.#before, base), toAgUiMessages(this.#state, base)),
      ...this.#events.flatMap(({ makes, event }) => (makes === 'nothing' ? [event] : [])),
    ];
    return {
      stream: { words: [], calls: [], steps, base },
      events: events.map((event) => ({ ...event, timestamp })),
    };
  }

  take(fact: CarriedFact): void {
    switch (fact.type) {
      case 'message-said':
        return this.#say(fact.message);
      case 'message-changed':
      case 'message-taken-back':
        if (isPersonsWord(fact.message)) this.#isAgain = true;
        return;
      case 'rewound':
        this.#isAgain = true;
        return this.#tellState();
      case 'status-changed': {
        const { status, scope } = fact.status;
        if (isInsideCall(this.#state, scope)) return;
        if (!goesOnAlone(status)) this.#endWords(() => true);
        return this.#tellState();
      }
      case 'step-started':
        return this.#startStep(fact.step);
      case 'words-grew':
        return this.#grow(fact.step, fact.part);
      case 'call-came':
        this.#endWords(({ step }) => step === fact.step.key);
        return this.#call(undefined, fact.call);
      case 'call-changed':
        return this.#call(fact.before, fact.call);
      case 'step-ended':
        return this.#endStep(fact.step, fact.end);
      case 'request-opened':
        return this.#tellRequest(requestPayload(this.#state, fact.request));
      case 'request-settled':
      case 'request-withdrawn':
        return this.#tellRequest(settledPayload(fact.request));
      default:
        return fact satisfies never;
    }
  }

  /** Somebody said it elsewhere. Files have no place in a text that streams. */
  #say(message: MessagePosted): void {
    if (!isPersonsWord(message)) return;
    const [text, ...rest] = message.parts;
    if (text?.type !== 'text' || rest.length > 0) {
      this.#isAgain = true;
      return;
    }
    const entry = this.#state.log.at(this.#state.log.length - 1);
    if (entry?.kind !== 'message' || entry.message !== message) {
      this.#isAgain = true;
      return;
    }
    const { id: messageId } = entry;
    this.#make({ type: 'TEXT_MESSAGE_START', messageId, role: 'user' });
    if (text.text !== '') this.#make({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: text.text });
    this.#make({ type: 'TEXT_MESSAGE_END', messageId });
  }

  #startStep(step: Step): void {
    const name = stepName(step);
    if (isInsideCall(this.#state, step.scope) || this.#steps.includes(name)) return;
    this.#steps = [...this.#steps, name];
    this.#tell({ type: 'STEP_STARTED', stepName: name, metadata: { toolthread: stepFields(step) } });
  }

  #endStep(step: Step, end: StepEnd): void {
    const before = this.#before.steps.get(step.key);
    if (isInsideCall(this.#state, step.scope)) return;
    // A failed attempt: what it said does not count.
    if (end.discarded && before !== undefined && stepMessages(this.#before, before, '').length > 0)
      this.#isAgain = true;
    this.#endWords((open) => open.step === step.key);
    for (const { id } of this.#calls.filter((open) => open.step === step.key)) this.#endCall(id);
    const name = stepName(step);
    if (!this.#steps.includes(name)) return;
    this.#steps = this.#steps.filter((each) => each !== name);
    this.#tell(stepFinished(step, end));
  }

  #grow(step: Step, index: number): void {
    if (!isCarried(this.#state, step)) return;
    const { base } = this.#stream;
    const known = this.#before.steps.get(step.key);
    const had = known === undefined ? undefined : wordMessage(this.#before, known, index, base);
    const hadKind = known?.parts.at(index)?.kind;
    const kind = step.parts.at(index)?.kind;
    const isOther = had !== undefined && (hadKind !== kind || (kind !== 'text' && kind !== 'reasoning'));
    const grown = { before: this.#before, step, index, event: this.#event, base };
    const chunks =
      isOther || (had === undefined && !standsLast(this.#state, step, index))
        ? undefined
        : wordChunks(this.#words, grown);
    if (chunks === undefined) {
      this.#isAgain = true;
      return;
    }
    const id = partId(step, index);
    this.#endWords((open) => open.step === step.key && open.id !== id);
    const metadata = wordMetadata(step, index, base);
    const hadMetadata = known === undefined ? undefined : wordMetadata(known, index, base);
    const isNews = metadata !== undefined && hadMetadata === undefined;
    const told = isNews && chunks.every(({ type }) => !type.startsWith('text-')) ? this.#bare(id) : chunks;
    const events = told.flatMap((chunk) => {
      this.#words = openAfter(this.#words, chunk, step.key);
      return wordEvents(chunk, speaker(this.#state, step));
    });
    for (const [at, event] of events.entries()) this.#make(isNews && at === 0 ? { ...event, metadata } : event);
  }

  /** Carries what is told beside the words of a part, where no words are told. */
  #bare(id: string): readonly UiChunk[] {
    const isOpen = this.#words.some((open) => open.id === id);
    return [...(isOpen ? [] : [{ type: 'text-start' as const, id }]), { type: 'text-end', id }];
  }

  #endWords(ends: (words: OpenWords) => boolean): void {
    for (const chunk of closingChunks(this.#words, ends)) {
      this.#words = openAfter(this.#words, chunk, '');
      for (const event of wordEvents(chunk)) this.#make(event);
    }
  }

  #call(before: Call | undefined, call: Call): void {
    const step = this.#state.steps.get(stepKey(call.scope, call.step));
    if (step === undefined || !isCarried(this.#state, step) || !isTold(call)) return;
    const known = before !== undefined && isTold(before) ? before : undefined;
    const rest = this.#newArguments(known, call);
    const isResult = call.state.name === 'settled' && known?.state !== call.state;
    if (
      rest === undefined ||
      (known === undefined ? !standsLast(this.#state, step, call.part) : known.name !== call.name) ||
      (isResult && known?.state.name === 'settled')
    ) {
      this.#isAgain = true;
      return;
    }
    const { outwardId: toolCallId, name: toolCallName } = call;
    if (known === undefined || (rest !== '' && !this.#calls.some(({ id }) => id === toolCallId))) {
      this.#make({ type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: `call/${toolCallId}` });
      this.#calls = [...this.#calls, { id: toolCallId, step: step.key }];
    }
    if (rest !== '') this.#make({ type: 'TOOL_CALL_ARGS', toolCallId, delta: rest });
    if (call.recorded || call.state.name === 'settled') this.#endCall(toolCallId);
    if (isResult && call.state.name === 'settled') {
      const { id: messageId, ...result } = resultMessage(call, call.state.result);
      this.#make({ type: 'TOOL_CALL_RESULT', messageId, role: 'tool', ...result });
    }
    const progress = before === undefined ? undefined : callProgress(before, call);
    if (progress !== undefined)
      this.#tell({ type: 'CUSTOM', name: 'toolthread.call', value: { toolCallId, ...progress } });
  }

  /** What came to a call's arguments; undefined if they are others. */
  #newArguments(known: Call | undefined, call: Call): string | undefined {
    const had = known?.arguments ?? '';
    if (had === call.arguments) return '';
    const event = this.#event;
    // Cut from the delta: slicing the whole would copy it at every delta.
    if (known !== undefined && event.type === 'agent.tool.input.delta')
      return event.text.slice(had.length - event.offset);
    return call.arguments.startsWith(had) ? call.arguments.slice(had.length) : undefined;
  }

  #endCall(toolCallId: string): void {
    if (!this.#calls.some(({ id }) => id === toolCallId)) return;
    this.#calls = this.#calls.filter(({ id }) => id !== toolCallId);
    this.#make({ type: 'TOOL_CALL_END', toolCallId });
  }

  #tellRequest(value: object): void {
    this.#tellState();
    this.#tell({ type: 'CUSTOM', name: 'toolthread.request', value });
  }

  #tellState(): void {
    this.#tell({ type: 'STATE_DELTA', delta: [{ op: 'add', path: '/toolthread', value: agUiState(this.#state) }] });
  }

  #make(event: AgUiEvent): void {
    this.#events.push({ makes: 'messages', event });
  }

  #tell(event: AgUiEvent): void {
    this.#events.push({ makes: 'nothing', event });
  }
}
