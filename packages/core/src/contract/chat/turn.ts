/** One assistant message of a chat in the making: the steps of a turn, their calls and commentary, and the answer. */
import type { Call, CallState } from '../../ledger/call.ts';
import type { Outcome, ToolCompleted } from '../../ledger/ledger-event.ts';
import type { Step, ThreadState } from '../../ledger/thread-state.ts';
import { textPlacement } from '../../timeline/place/text-placement.ts';
import { callArgs } from '../to-messages/call-args.ts';
import { contentsText } from '../../text/content-text.ts';
import { isoTime } from '../iso-time.ts';
import { callEnding, orphanEnding } from '../to-messages/ending.ts';
import type { Ending } from '../to-messages/ending.ts';
import type { ChatMessage, ToolCall } from './chat-message.ts';

export class Turn {
  readonly scope: string | undefined;
  readonly run: string | undefined;
  readonly startedAt: number;
  /** Set where its agent still runs. */
  runs = false;
  /** Set where a call may still follow: then nobody knows yet whether its last words are commentary. */
  mayGoOn = false;
  readonly #calls: { readonly call: ToolCall; readonly commentary: string[]; readonly state: CallState['name'] }[] = [];
  readonly #answers: string[] = [];
  /** Commentary whose call has not arrived yet. */
  #pending: string[] = [];
  /** Words of an open step that may still turn out to be commentary. */
  #live = '';
  #lastStep: Step | undefined;

  constructor(scope: string | undefined, run: string | undefined, startedAt: number) {
    this.scope = scope;
    this.run = run;
    this.startedAt = startedAt;
  }

  addStep(state: ThreadState, step: Step): void {
    if (step.end?.discarded === true) return;
    const before = this.#calls.length;
    let answer = '';
    this.#live = '';
    this.#lastStep = step;
    for (let index = 0; index < step.parts.length; index += 1) {
      const part = step.parts.at(index);
      if (part?.kind === 'call') {
        const call = state.calls.byPlace.get(part.call);
        if (call !== undefined) this.#addCall(call);
      }
      if (part?.kind === 'file' && part.content !== undefined) answer += contentsText([part.content]);
      if (part?.kind !== 'text' && part?.kind !== 'refusal') continue;
      const placement = textPlacement(step, index, undefined);
      if (placement === 'commentary') this.#pending.push(part.text);
      if (placement === 'answer') answer += part.text;
      if (placement === 'live') this.#live += part.text;
    }
    if (this.#calls.length > before) this.#commentLast();
    if (answer !== '') this.#answers.push(answer);
  }

  addOrphan(result: ToolCompleted, id: string): void {
    const call = { id, name: result.name ?? 'unknown', args: {}, ...endFields(result.outcome, orphanEnding(result)) };
    this.#calls.push({ call, commentary: [], state: 'settled' });
  }

  get lastStep(): Step | undefined {
    return this.#lastStep;
  }

  get isActive(): boolean {
    return this.runs || this.#calls.some(({ state }) => BUSY.has(state));
  }

  /** The message as it is; words that are, or may still be, commentary are held back while a call may follow, and no longer. */
  message(id: string): ChatMessage {
    // Commentary that no call follows belongs to the last one; without any call, at the end, it is all there was to say.
    const spare = this.#calls.length === 0 ? [...this.#pending, this.#live] : [this.#live];
    const texts = [...this.#answers, ...(this.mayGoOn || this.isActive ? [] : spare)];
    const currentStep = this.#calls.findLast(({ state }) => BUSY.has(state))?.call.name;
    return {
      id,
      role: 'assistant',
      content: texts.filter((text) => text !== '').join('\n\n'),
      ...(this.#calls.length === 0 ? {} : { toolCalls: this.#toolCalls() }),
      createdAt: isoTime(this.startedAt),
      toolActivity: { isActive: this.isActive, ...(currentStep === undefined ? {} : { currentStep }) },
    };
  }

  #toolCalls(): ToolCall[] {
    const last = this.#calls.length - 1;
    return this.#calls.map(({ call, commentary }, index) => {
      const pieces = index === last ? [...commentary, ...this.#pending] : commentary;
      const text = pieces
        .map((piece) => piece.trim())
        .filter((piece) => piece !== '')
        .join('\n\n');
      return text === '' ? call : { ...call, commentary: text };
    });
  }

  #addCall(call: Call): void {
    this.#calls.push({ call: toolCall(call), commentary: this.#pending, state: call.state.name });
    this.#pending = [];
  }

  #commentLast(): void {
    this.#calls.at(-1)?.commentary.push(...this.#pending);
    this.#pending = [];
  }
}

/** Not `called`: nobody has begun it. While a run goes on the turn is active anyway, and where none does nobody will begin it. */
const BUSY: ReadonlySet<CallState['name']> = new Set(['streaming', 'waiting', 'running', 'retrying']);

function toolCall(call: Call): ToolCall {
  const base = { id: call.outwardId, name: call.name, args: callArgs(call) ?? {} };
  const { state } = call;
  switch (state.name) {
    case 'streaming':
    case 'called':
    case 'waiting':
      return { ...base, status: 'pending' };
    case 'running':
    case 'retrying':
      return { ...base, status: 'running' };
    case 'settled':
      return { ...base, ...endFields(state.result.outcome, callEnding(call, state.result)) };
    default:
      return state satisfies never;
  }
}

/** Of a lost one nobody knows how it ended: it is neither completed nor an error ([L3]). */
function endFields(outcome: Outcome, ending: Ending): Pick<ToolCall, 'status' | 'result' | 'error'> {
  const { value = ending.beside, error } = ending;
  const given = value === undefined ? {} : { result: value };
  if (error === undefined) return { status: 'completed', ...given };
  return { status: outcome === 'lost' ? 'pending' : 'error', ...given, error };
}
