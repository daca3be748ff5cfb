/** Kimi CLI's `wire.jsonl`: what the program sent to its page, a message a line, after a line that names the version. */
import { childScope } from '@toolthread/core';
import type { ContentPart } from '@toolthread/core';
import { fieldsOf, isJsonObject, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { urlPart } from '../records/url-part.ts';
import { wholeRecord } from '../records/whole-record.ts';
import { FOLDED, hidden, hiddenType, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { LineTellerReader } from '../thread/line-teller-reader.ts';
import type { LineTeller } from '../thread/line-teller-reader.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { usageOf } from '../thread/usage-of.ts';
import type { FormatReader } from '../transcript/format-reader.ts';

export const kimiReader: FormatReader = {
  format: 'kimi',
  shape: 'lines',
  place: '.kimi/sessions',
  detect({ records }) {
    if (records.some(({ type, protocol_version: version }) => type === 'metadata' && textOf(version) !== undefined))
      return 1;
    const own = records.filter(
      ({ timestamp, message }) =>
        numberOf(timestamp) !== undefined && /^[A-Z]\w\w*$/.test(textOf(fieldsOf(message)['type']) ?? ''),
    );
    return own.length > 0 && own.every(({ message }) => isJsonObject(fieldsOf(message)['payload'])) ? 0.9 : 0;
  },
  isPiece: (record) => isPiece(fieldsOf(fieldsOf(record)['message'])),
  open: (ledger) => new LineTellerReader(ledger, 'kimi', (thread) => new KimiTeller(thread)),
};

const PIECES: ReadonlySet<string> = new Set(['ContentPart', 'ToolCallPart']);

/** Of the agent, or of one that it started. */
function isPiece({ type, payload }: JsonFields): boolean {
  return [type, fieldsOf(fieldsOf(payload)['event'])['type']].some((name) => PIECES.has(textOf(name) ?? ''));
}

const SILENT: ReadonlySet<string> = new Set(
  'CompactionBegin BtwBegin BtwEnd PlanDisplay HookTriggered HookResolved HookRequest ToolCallRequest QuestionRequest'.split(
    ' ',
  ),
);

/** Words that were told, and how many: while nothing follows them, the next piece goes on with them. */
interface Words {
  readonly kind: 'text' | 'reasoning';
  readonly step: OpenStep;
  readonly part: number;
  readonly length: number;
}

/** A call that was told in pieces, which name no call: they are the last one's. */
interface PartialCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
  readonly at: number | undefined;
}

class KimiTeller implements LineTeller {
  readonly #thread: ThreadWriter;
  /** By scope. */
  readonly #words = new Map<string | undefined, Words>();
  readonly #partial = new Map<string | undefined, PartialCall>();
  /** Which call a request for approval is about; and the calls that a person rejected. */
  readonly #asked = new Map<string, string>();
  readonly #rejected = new Set<string>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  begin(): Record<string, never> {
    return {};
  }

  typeOf(record: JsonFields): string {
    return textOf(record['type']) ?? textOf(fieldsOf(record['message'])['type']) ?? 'none';
  }

  tell(record: JsonFields): Fate {
    if (record['type'] === 'metadata') return FOLDED;
    return this.#message(fieldsOf(record['message']), undefined);
  }

  #message(message: JsonFields, scope: string | undefined): Fate {
    const type = textOf(message['type']) ?? 'none';
    const payload = fieldsOf(message['payload']);
    if (type === 'ToolCallPart') return this.#moreArguments(textOf(payload['arguments_part']) ?? '', scope);
    this.#tellCall(scope);
    switch (type) {
      case 'TurnBegin':
      case 'SteerInput':
        return this.#said(payload['user_input'], scope);
      case 'StepBegin':
        this.#thread.startStep(scope);
        return FOLDED;
      case 'ContentPart':
        return this.#content(payload, scope);
      case 'ToolCall':
        return this.#call(payload, scope);
      case 'ToolResult':
        return this.#result(payload, scope);
      case 'ApprovalRequest':
        this.#asked.set(textOf(payload['id']) ?? '', textOf(payload['tool_call_id']) ?? '');
        return FOLDED;
      case 'ApprovalResponse':
      case 'ApprovalRequestResolved':
        if (payload['response'] === 'reject') this.#reject(this.#asked.get(textOf(payload['request_id']) ?? '') ?? '');
        return FOLDED;
      case 'StatusUpdate':
        return this.#usage(fieldsOf(payload['token_usage']), scope);
      case 'SubagentEvent':
        return this.#subagent(payload);
      case 'CompactionEnd':
        this.#thread.compact('', undefined, scope);
        return SHOWN;
      case 'StepInterrupted':
        this.#thread.interruptOpenCalls();
        this.#thread.closeStep(scope, 'aborted');
        this.#thread.status('cancelled', undefined, scope);
        return SHOWN;
      case 'TurnEnd':
        this.#thread.closeStep(scope);
        return FOLDED;
      default:
        return hiddenType(type, SILENT);
    }
  }

  #said(input: Json | undefined, scope: string | undefined): Fate {
    const parts = contentOf(input);
    if (parts.length === 0) return hidden('empty');
    this.#thread.post(parts, { scope });
    return SHOWN;
  }

  #content(payload: JsonFields, scope: string | undefined): Fate {
    const step = this.#thread.step(scope);
    const thought = textOf(payload['think']);
    if (thought !== undefined) return this.#say(step, 'reasoning', thought);
    const [part] = contentOf([wholeRecord(payload)]);
    if (part === undefined) return hidden('empty');
    if (part.type === 'text') return this.#say(step, 'text', part.text);
    this.#thread.part(step, { kind: 'file', content: part });
    return SHOWN;
  }

  #say(step: OpenStep, kind: Words['kind'], text: string): Fate {
    const last = this.#words.get(step.scope);
    const goesOn = last?.kind === kind && last.step === step && last.part === step.parts - 1;
    if (goesOn) this.#thread.more(step, kind, last.part, last.length, text);
    else this.#thread.part(step, { kind, text });
    const length = (goesOn ? last.length : 0) + text.length;
    this.#words.set(step.scope, { kind, step, part: step.parts - 1, length });
    return SHOWN;
  }

  #call(payload: JsonFields, scope: string | undefined): Fate {
    const called = fieldsOf(payload['function']);
    const name = textOf(called['name']) ?? 'tool';
    const id = textOf(payload['id']);
    this.#partial.set(scope, { id, name, arguments: textOf(called['arguments']) ?? '', at: this.#thread.at });
    // It is told with the record that follows it.
    return FOLDED;
  }

  #moreArguments(text: string, scope: string | undefined): Fate {
    const call = this.#partial.get(scope);
    if (call === undefined) return hidden('no-call');
    this.#partial.set(scope, { ...call, arguments: call.arguments + text });
    return FOLDED;
  }

  /** Something else follows: no more of its arguments will come. */
  #tellCall(scope: string | undefined): void {
    const call = this.#partial.get(scope);
    if (call === undefined) return;
    this.#partial.delete(scope);
    const { at, ...draft } = call;
    this.#thread.tellAt(at, () => {
      this.#thread.call(this.#thread.step(scope), { ...draft, arguments: draft.arguments || '{}' });
    });
  }

  end(): void {
    for (const scope of this.#partial.keys()) this.#tellCall(scope);
  }

  #result(payload: JsonFields, scope: string | undefined): Fate {
    const id = textOf(payload['tool_call_id']) ?? '';
    const value = fieldsOf(payload['return_value']);
    const message = textOf(value['message']) ?? '';
    const output = contentOf(value['output']);
    const failed = value['is_error'] === true;
    const parts = output.length > 0 || message === '' ? output : [{ type: 'text', text: message } as const];
    const outcome = this.#rejected.has(id) ? 'denied' : failed ? 'failed' : 'done';
    const error = outcome === 'done' ? undefined : message || 'It failed.';
    this.#thread.closeChild(id);
    // Before its call it is not known whether a person rejects that.
    const early = this.#thread.calls.has(id) ? {} : { provisional: true };
    return this.#thread.result(id, { outcome, parts, error, ...early }, scope);
  }

  #reject(call: string): void {
    this.#rejected.add(call);
    if (this.#thread.calls.isProvisional(call)) this.#thread.result(call, { outcome: 'denied' });
  }

  #usage(usage: JsonFields, scope: string | undefined): Fate {
    const step = this.#thread.openStep(scope);
    const names = { input: 'input_other', cacheRead: 'input_cache_read', cacheWrite: 'input_cache_creation' };
    const counted = usageOf(usage, names);
    if (step !== undefined && counted !== undefined) step.usage = counted;
    return FOLDED;
  }

  #subagent(payload: JsonFields): Fate {
    const call = textOf(payload['parent_tool_call_id']) ?? textOf(payload['task_tool_call_id']);
    const agent = textOf(payload['agent_id']) ?? call;
    if (agent === undefined) return hidden('no-agent');
    const scope = childScope(agent);
    this.#thread.openChild(scope, textOf(payload['subagent_type']) ?? 'agent', call);
    return this.#message(fieldsOf(payload['event']), scope);
  }
}

/** A text, or a list of parts. */
function contentOf(content: Json | undefined): ContentPart[] {
  const text = textOf(content);
  if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
  return listOf(content)
    .map((one) => fieldsOf(one))
    .flatMap((part): ContentPart[] => {
      const words = textOf(part['text']);
      if (words !== undefined) return words === '' ? [] : [{ type: 'text', text: words }];
      const image = textOf(fieldsOf(part['image_url'])['url']);
      if (image !== undefined) return [urlPart('image', image)];
      const file = textOf(fieldsOf(part['audio_url'])['url']) ?? textOf(fieldsOf(part['video_url'])['url']);
      return file === undefined ? [{ type: 'text', text: JSON.stringify(part) }] : [urlPart('file', file)];
    });
}
