import { toldRequest } from '../ai-sdk/sdk-requests.ts';
import { fieldsOf, filledTextOf, isFields, listOf, textOf, wholeNumberOf } from '../../ledger/json/fields.ts';
import { OUTCOMES, wordIn } from '../../ledger/word-in.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { aiSdkReader } from '../ai-sdk/ai-sdk-reader.ts';
import type { AiSdkReader, AiSdkReaderOptions } from '../ai-sdk/ai-sdk-reader-options.ts';
import { agUiParts } from './ag-ui-parts.ts';

/**
 * What one agent streams. Its events are told in the words of the AI SDK, whose reader knows what a run, a step and a call are. What our own
 * streams say beside AG-UI's words goes with them, as `toolthread`.
 */
export class AgUiLane {
  readonly #sdk: AiSdkReader;
  readonly #whose: { readonly run?: string; readonly scope?: string };
  /** A subagent that waits for a person: it has neither ended nor broken off. */
  #isSuspended = false;
  #step: 'none' | 'open' | 'answered' = 'none';
  #hasSpoken = false;
  /** What the last chunk belongs to: chunks have no end of their own. */
  #chunk: { readonly kind: 'text' | 'reasoning' | 'call'; readonly id: string } | undefined;
  /** Calls that have no result, with their names. */
  readonly #unanswered = new Map<string, string>();
  /** The call of an approval, by the approval; and the calls that a person denied: what comes back for one is no result of it. */
  readonly #asked = new Map<unknown, string>();
  readonly #denied = new Set<string>();

  constructor(options: AiSdkReaderOptions) {
    this.#sdk = aiSdkReader(options);
    const { run, scope } = options;
    this.#whose = { ...(run === undefined ? {} : { run }), ...(scope === undefined ? {} : { scope }) };
  }

  /** Whether a call of that id waits for its result. */
  awaits(id: unknown): boolean {
    return typeof id === 'string' && this.#unanswered.has(id);
  }

  /** Something was said or called. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  end(): readonly EventDraft[] {
    if (this.#isSuspended) return [];
    const drafts = [...this.#endChunk(), ...this.#sdk.end()];
    this.#step = 'none';
    return drafts;
  }

  push(event: Fields): readonly EventDraft[] {
    const { toolthread } = fieldsOf(event['metadata']);
    const beside = isFields(toolthread) ? { toolthread } : {};
    const id = textOf(event['messageId']) ?? textOf(event['toolCallId']) ?? '';
    const delta = textOf(event['delta']) ?? '';
    const isChunk = textOf(event['type'])?.endsWith('_CHUNK') === true;
    const before = [...this.#goOn(), ...(isChunk ? [] : this.#endChunk())];
    return [...before, ...this.#read(event, { id, delta, ...beside })];
  }

  #read(
    event: Fields,
    part: { readonly id: string; readonly delta: string; readonly toolthread?: Fields },
  ): readonly EventDraft[] {
    const { toolthread } = part;
    // Older programs call reasoning so.
    switch ((textOf(event['type']) ?? '').replace(/^THINKING_TEXT_/, 'REASONING_')) {
      case 'RUN_STARTED':
        return this.#tell({ type: 'start', messageId: event['runId'] });
      case 'STEP_STARTED':
        // A step of another program may mean anything: a step of ours begins with its first words or call.
        if (toolthread !== undefined) return this.#beginStep(part);
        if (this.#step === 'open') this.#step = 'answered';
        return [];
      case 'STEP_FINISHED':
        return toolthread === undefined ? [] : this.#endStep(part);
      case 'TEXT_MESSAGE_START':
        if (event['role'] === 'system' || event['role'] === 'developer') return [];
        return isFields(toolthread?.['part'])
          ? this.#say(toolthread['part'])
          : this.#say({ type: 'text-start', ...part });
      case 'TEXT_MESSAGE_CONTENT':
        return this.#tell({ type: 'text-delta', ...part });
      case 'TEXT_MESSAGE_END':
        return this.#tell({ type: 'text-end', ...part });
      case 'REASONING_MESSAGE_START':
        return this.#say({ type: 'reasoning-start', ...part });
      case 'REASONING_MESSAGE_CONTENT':
        return this.#tell({ type: 'reasoning-delta', ...part });
      case 'REASONING_MESSAGE_END':
        return this.#tell({ type: 'reasoning-end', ...part });
      case 'TEXT_MESSAGE_CHUNK':
        return this.#takeChunk('text', textOf(event['messageId']), event, part.delta);
      case 'REASONING_MESSAGE_CHUNK':
        return this.#takeChunk('reasoning', textOf(event['messageId']), event, part.delta);
      case 'TOOL_CALL_CHUNK':
        return this.#takeChunk('call', filledTextOf(event['toolCallId']), event, part.delta);
      case 'TOOL_CALL_START':
        return this.#beginCall(part.id, textOf(event['toolCallName']) ?? '');
      case 'TOOL_CALL_ARGS':
        return this.#tell({ type: 'tool-input-delta', ...part });
      case 'TOOL_CALL_END':
        return this.#call(part.id);
      case 'TOOL_CALL_RESULT':
        return this.result(event);
      case 'CUSTOM':
        return this.#custom(textOf(event['name']), fieldsOf(event['value']));
      case 'RUN_FINISHED':
      case 'SUBAGENT_FINISHED':
        return this.#finish(event, toolthread);
      case 'RUN_ERROR':
      case 'SUBAGENT_ERROR':
        return [...this.#tell({ type: 'error', errorText: textOf(event['message']) }), ...this.end()];
      default:
        return [];
    }
  }

  #goOn(): readonly EventDraft[] {
    if (!this.#isSuspended) return [];
    this.#isSuspended = false;
    return [{ type: 'agent.status', status: 'running', ...this.#whose }];
  }

  #suspend(): readonly EventDraft[] {
    this.#isSuspended = true;
    return [...this.#endStep({}), { type: 'agent.status', status: 'awaiting_user', ...this.#whose }];
  }

  /** A whole message, of a snapshot. */
  message(message: Fields): readonly EventDraft[] {
    const { role, content } = message;
    const id = textOf(message['id']) ?? '';
    if (role === 'tool') return this.result(message);
    const kind = role === 'reasoning' ? 'REASONING' : role === 'assistant' ? 'TEXT' : undefined;
    if (kind === undefined) return [];
    const name = kind === 'TEXT' ? 'TEXT_MESSAGE' : 'REASONING_MESSAGE';
    const metadata = isFields(message['metadata']) ? { metadata: message['metadata'] } : {};
    const words = textOf(content) ?? '';
    const isPart = fieldsOf(fieldsOf(message['metadata'])['toolthread'])['part'] !== undefined;
    const said = words === '' && !isPart ? [] : ['START', 'CONTENT', 'END'];
    return [
      ...said.flatMap((step) => this.push({ type: `${name}_${step}`, messageId: id, delta: words, ...metadata })),
      ...listOf(message['toolCalls']).flatMap((each) => this.#wholeCall(fieldsOf(each))),
    ];
  }

  #wholeCall(call: Fields): readonly EventDraft[] {
    const made = fieldsOf(call['function']);
    const id = textOf(call['id']) ?? '';
    return [
      ...this.#beginCall(id, textOf(made['name']) ?? ''),
      ...this.#tell({ type: 'tool-input-delta', id, delta: textOf(made['arguments']) ?? '' }),
      ...this.#call(id),
    ];
  }

  /** Of a result, or of a message that is one. AG-UI has no word for how a call ended, but in a message. */
  result(event: Fields): readonly EventDraft[] {
    const toolthread = fieldsOf(fieldsOf(event['metadata'])['toolthread']);
    const toolCallId = textOf(event['toolCallId']) ?? '';
    const { content } = event;
    const error = filledTextOf(event['error']);
    if (this.#step === 'open') this.#step = 'answered';
    this.#hasSpoken = true;
    this.#unanswered.delete(toolCallId);
    if (error !== undefined) return this.#tell({ type: 'tool-error', toolCallId, errorText: error, toolthread });
    const outcome = toolthread['outcome'] ?? (this.#denied.has(toolCallId) ? 'denied' : 'done');
    const told = { ...toolthread, outcome };
    // An empty reason is left out, unless it failed.
    const isSilent = content === '' && outcome !== 'failed' && wordIn(OUTCOMES, outcome) !== undefined;
    if (outcome === 'done' || isSilent)
      return this.#tell({ type: 'tool-result', toolCallId, output: outputOf(content), toolthread: told });
    return this.#tell({ type: 'tool-error', toolCallId, errorText: textOf(content), toolthread: told });
  }

  /** What a person decided, as the next run says that it was asked for it. */
  settle(entry: Fields): readonly EventDraft[] {
    const { approved, decision } = fieldsOf(entry['payload']);
    const isApproved = approved === true || (typeof decision === 'string' && decision !== 'deny');
    const isDecided = typeof approved === 'boolean' || typeof decision === 'string';
    if (entry['status'] === 'resolved' && !isDecided) return [];
    const call = this.#asked.get(entry['interruptId']);
    if (!isApproved && call !== undefined) this.#denied.add(call);
    return this.#tell({
      type: 'tool-approval-response',
      approvalId: entry['interruptId'],
      approved: isApproved,
      ...(entry['status'] === 'cancelled' ? { toolthread: { decision: 'withdrawn' } } : {}),
    });
  }

  #custom(name: string | undefined, value: Fields): readonly EventDraft[] {
    const toolCallId = value['toolCallId'] ?? value['tool_call_id'];
    if (name === 'toolthread.call')
      return value['status'] === 'running'
        ? this.#tell({ type: 'data-call', id: toolCallId, data: { status: 'running' } })
        : [];
    if (name !== 'toolthread.request') return [];
    const approvalId = value['request'];
    return value['decision'] === undefined
      ? this.#tell({ type: 'tool-approval-request', approvalId, toolCallId, reason: value['title'], toolthread: value })
      : this.#tell({ type: 'tool-approval-response', approvalId, reason: value['reason'], toolthread: value });
  }

  #finish(event: Fields, toolthread: Fields | undefined): readonly EventDraft[] {
    const outcome = fieldsOf(event['outcome']);
    if (outcome['type'] === 'suspended') return this.#suspend();
    const isCancelled = outcome['type'] === 'cancelled' || toolthread?.['status'] === 'cancelled';
    const asked = listOf(outcome['interrupts']).flatMap((each) => this.#interrupt(fieldsOf(each)));
    const ended = isCancelled ? [] : this.#endStep({ usage: usageIn(event['usage']) });
    this.#step = 'none';
    return [...asked, ...ended, ...this.#tell({ type: isCancelled ? 'abort' : 'finish' })];
  }

  /** An approval, or else a question in the words of the one who asks. */
  #interrupt(interrupt: Fields): readonly EventDraft[] {
    const own = fieldsOf(interrupt['metadata'])['toolthread'];
    const message = filledTextOf(interrupt['message']);
    const isApproval = textOf(interrupt['reason'])?.includes('approval') === true;
    if (isApproval) this.#asked.set(interrupt['id'], textOf(interrupt['toolCallId']) ?? '');
    const question = { kind: 'question', questions: [{ question: message ?? textOf(interrupt['reason']) ?? '' }] };
    return this.#tell({
      type: 'tool-approval-request',
      approvalId: interrupt['id'],
      toolCallId: interrupt['toolCallId'],
      reason: message,
      toolthread: isFields(own) ? toldRequest(own) : isApproval ? {} : question,
    });
  }

  /** Something begins. After a result it is the next step's. */
  #say(part: Fields): readonly EventDraft[] {
    this.#hasSpoken = true;
    const begun = this.#step === 'answered' ? [...this.#endStep({}), ...this.#beginStep()] : [];
    this.#step = 'open';
    return [...begun, ...this.#tell(part)];
  }

  #beginCall(id: string, toolName: string): readonly EventDraft[] {
    this.#unanswered.set(id, toolName);
    this.#denied.delete(id);
    return this.#say({ type: 'tool-input-start', id, toolName });
  }

  /** AG-UI does not say whether the call runs. */
  #call(toolCallId: string): readonly EventDraft[] {
    // Without an id it is the first that has begun.
    const toolName = toolCallId === '' ? undefined : (this.#unanswered.get(toolCallId) ?? '');
    return this.#tell({ type: 'tool-call', toolCallId, toolName, input: '', toolthread: { runs: 'unknown' } });
  }

  #beginStep(part: Fields = {}): readonly EventDraft[] {
    this.#step = 'open';
    return this.#tell({ ...part, type: 'start-step' });
  }

  #endStep(part: Fields): readonly EventDraft[] {
    if (this.#step === 'none') return [];
    this.#step = 'none';
    return this.#tell({ ...part, type: 'finish-step' });
  }

  #takeChunk(
    kind: 'text' | 'reasoning' | 'call',
    given: string | undefined,
    event: Fields,
    delta: string,
  ): readonly EventDraft[] {
    const open = this.#chunk?.kind === kind ? this.#chunk.id : undefined;
    // A chunk that names its tool begins a call, also if it has no id.
    const name = kind === 'call' && given === undefined ? filledTextOf(event['toolCallName']) : undefined;
    const id = given ?? (name === undefined ? open : '');
    if (id === undefined) return [];
    const isNew = open !== id || name !== undefined;
    const before = isNew ? this.#endChunk() : [];
    this.#chunk = { kind, id };
    if (kind === 'call') {
      const begun = isNew ? this.#beginCall(id, textOf(event['toolCallName']) ?? '') : [];
      return [...before, ...begun, ...this.#tell({ type: 'tool-input-delta', id, delta })];
    }
    const begun = isNew ? this.#say({ type: `${kind}-start`, id }) : [];
    return [...before, ...begun, ...this.#tell({ type: `${kind}-delta`, id, delta })];
  }

  #endChunk(): readonly EventDraft[] {
    const chunk = this.#chunk;
    this.#chunk = undefined;
    if (chunk === undefined) return [];
    return chunk.kind === 'call' ? this.#call(chunk.id) : this.#tell({ type: `${chunk.kind}-end`, id: chunk.id });
  }

  #tell(part: Fields): readonly EventDraft[] {
    return this.#sdk.push(part);
  }
}

/** Media as the content of MCP servers, which the SDK's reader knows. */
function outputOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? '';
  const parts = agUiParts(content).map((part) => {
    if (part.type === 'text') return part;
    if (part.type === 'reference') return { type: 'text', text: part.name };
    const { source, media_type: mimeType } = part;
    if (part.type === 'image' && source.kind === 'base64') return { type: 'image', data: source.data, mimeType };
    return { type: 'text', text: source.kind === 'url' ? source.url : `[${mimeType}]` };
  });
  return { content: parts };
}

/** All models of a run together. */
function usageIn(given: unknown): object | undefined {
  const all = listOf(given).map((each) => fieldsOf(each));
  if (all.length === 0) return undefined;
  const sum = (name: string): number => all.reduce((total, each) => total + (wholeNumberOf(each[name]) ?? 0), 0);
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    inputTokenDetails: { cacheReadTokens: sum('cachedInputTokens'), cacheWriteTokens: sum('cacheWriteInputTokens') },
    outputTokenDetails: { reasoningTokens: sum('reasoningTokens') },
  };
}
