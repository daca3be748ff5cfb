/** GitHub Copilot CLI's `events.jsonl`: an event a line, with its `data`. */
import { childScope } from '@toolthread/core';
import type { ContentPart, Outcome } from '@toolthread/core';
import { fieldsOf, isJsonObject, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, hiddenType, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { LineTellerReader } from '../thread/line-teller-reader.ts';
import type { LineTeller } from '../thread/line-teller-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { usageOf } from '../thread/usage-of.ts';
import type { FormatReader } from '../transcript/format-reader.ts';

export const copilotReader: FormatReader = {
  format: 'copilot',
  shape: 'lines',
  place: '.copilot/session-state',
  detect({ records: first }) {
    const records = first.filter((record) => isJsonObject(record['data']));
    const isStart = ({ type, data }: JsonFields): boolean =>
      type === 'session.start' && textOf(fieldsOf(data)['sessionId']) !== undefined;
    if (records.some(isStart)) return 1;
    const own = records.filter(
      ({ type, id }) =>
        id !== undefined && /^(?:session|user|assistant|tool|system|hook|subagent)\.\w\w*$/.test(textOf(type) ?? ''),
    );
    return own.length > 0 && own.every((record) => 'parentId' in record) ? 0.9 : 0;
  },
  open: (ledger) => new LineTellerReader(ledger, 'copilot', (thread) => new CopilotTeller(thread)),
};

/** Events that say nothing to a reader, or say again what another says. */
const SILENT =
  /^(?:session\.(?:resume|info|warning|idle|truncation|shutdown|handoff|context_changed|usage_\w\w*|mode_\w\w*|plan_changed|todos_changed|workspace_\w\w*|snapshot_rewind|remote_steerable_changed|task_complete|permissions_changed|tools_updated|background_tasks_changed|skills_loaded|custom_agents_updated|mcp_\w\w*|extensions_\w\w*|schedule_\w\w*|compaction_start|binary_asset)|assistant\.(?:turn_start|turn_end|intent|usage|idle|\w\w*_delta|message_start|streaming_delta)|tool\.(?:execution_progress|execution_partial_result|user_requested)|subagent\.(?:completed|failed|selected|deselected|configured)|system\.(?:message|notification)|hook\.\w\w*|permission\.\w\w*|user_input\.\w\w*|elicitation\.\w\w*|command\.\w\w*|skill\.invoked|pending_messages\.modified|external_tool\.\w\w*)$/;

class CopilotTeller implements LineTeller {
  readonly #thread: ThreadWriter;
  /** Names of subagents, by the call that started each. */
  readonly #agents = new Map<string, string>();
  /** Reasoning told by an event of its own, which its message repeats. */
  #reasoned: string | undefined;

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  begin(record: JsonFields): { session: string | undefined; workspace: string | undefined } {
    const data = fieldsOf(record['data']);
    const context = fieldsOf(data['context']);
    return { session: textOf(data['sessionId']), workspace: textOf(context['cwd']) ?? textOf(context['gitRoot']) };
  }

  typeOf(record: JsonFields): string {
    return textOf(record['type']) ?? 'none';
  }

  tell(record: JsonFields): Fate {
    const type = this.typeOf(record);
    const data = fieldsOf(record['data']);
    switch (type) {
      case 'session.start':
        return this.#model(textOf(data['selectedModel']));
      case 'session.model_change':
        return this.#model(textOf(data['newModel']));
      case 'session.title_changed':
        this.#thread.name(textOf(data['title']));
        return FOLDED;
      case 'session.error':
        this.#thread.closeStep();
        this.#thread.status('failed', textOf(data['message']) ?? textOf(data['errorType']));
        return SHOWN;
      case 'session.compaction_complete':
        return this.#compaction(data);
      case 'user.message':
        return this.#user(data);
      case 'assistant.reasoning':
        return this.#reasoning(data);
      case 'assistant.message':
        return this.#assistant(data);
      case 'tool.execution_start':
        return this.#started(data);
      case 'tool.execution_complete':
        return this.#completed(data);
      case 'subagent.started':
        this.#agents.set(
          textOf(data['toolCallId']) ?? '',
          textOf(data['agentDisplayName']) ?? textOf(data['agentName']) ?? 'agent',
        );
        return FOLDED;
      case 'abort':
        this.#thread.interruptOpenCalls();
        this.#thread.closeStep(undefined, 'aborted');
        this.#thread.status('cancelled');
        return SHOWN;
      default:
        return hiddenType(type, new Set(SILENT.test(type) ? [type] : []));
    }
  }

  #model(model: string | undefined): Fate {
    if (model === undefined) return FOLDED;
    return this.#thread.configure({ provider: 'github-copilot', api: 'copilot', model });
  }

  #user(data: JsonFields): Fate {
    const text = textOf(data['content']) ?? '';
    const files = listOf(data['attachments']).flatMap((one) => attachmentPart(fieldsOf(one)));
    const parts: ContentPart[] = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...files];
    if (parts.length === 0) return hidden('empty');
    this.#thread.post(parts);
    return SHOWN;
  }

  #reasoning(data: JsonFields): Fate {
    const text = textOf(data['content']) ?? '';
    if (text === '') return hidden('empty');
    this.#reasoned = text;
    this.#thread.reasoning(this.#thread.startStep(this.#scopeOf(data)), text);
    return SHOWN;
  }

  #assistant(data: JsonFields): Fate {
    const scope = this.#scopeOf(data);
    const reasoning = textOf(data['reasoningText']) ?? '';
    const said = this.#reasoned !== undefined;
    const step = said ? this.#thread.step(scope) : this.#thread.startStep(scope);
    if (reasoning !== '' && reasoning !== this.#reasoned) this.#thread.reasoning(step, reasoning);
    this.#reasoned = undefined;
    const model = textOf(data['model']);
    if (model !== undefined && scope === undefined) this.#model(model);
    step.usage = usageOf(data, { output: 'outputTokens' });
    const text = textOf(data['content']) ?? '';
    if (text !== '') this.#thread.text(step, text);
    for (const request of listOf(data['toolRequests']).map((one) => fieldsOf(one))) {
      const id = textOf(request['toolCallId']);
      const name = textOf(request['name']) ?? 'tool';
      this.#thread.call(step, { id, name, arguments: argumentsOf(request['arguments']) });
    }
    return SHOWN;
  }

  /** Mostly the message has named the call already; what a person started by hand it has not. */
  #started(data: JsonFields): Fate {
    const id = textOf(data['toolCallId']);
    if (id === undefined || this.#thread.calls.has(id)) return FOLDED;
    const step = this.#thread.step(this.#scopeOf(data));
    this.#thread.call(step, {
      id,
      name: textOf(data['toolName']) ?? 'tool',
      arguments: argumentsOf(data['arguments']),
    });
    return SHOWN;
  }

  #completed(data: JsonFields): Fate {
    const id = textOf(data['toolCallId']);
    if (id === undefined) return hidden('no-call');
    const error = fieldsOf(data['error']);
    const result = data['result'];
    const text =
      textOf(result) ??
      textOf(fieldsOf(result)['content']) ??
      (result === undefined ? undefined : JSON.stringify(result));
    const outcome = outcomeOf(data['success'], textOf(error['code']));
    this.#thread.closeChild(id);
    return this.#thread.result(
      id,
      {
        outcome,
        ...(text === undefined || text === '' ? {} : { parts: [{ type: 'text', text }] }),
        error: outcome === 'done' ? undefined : (textOf(error['message']) ?? 'It failed.'),
      },
      this.#scopeOf(data),
    );
  }

  #compaction(data: JsonFields): Fate {
    if (data['success'] === false) return hidden('failed-compaction');
    this.#thread.compact(textOf(data['summaryContent']) ?? '', numberOf(data['preCompactionTokens']));
    return SHOWN;
  }

  /** What a subagent does names the call that started it. */
  #scopeOf(data: JsonFields): string | undefined {
    const parent = textOf(data['parentToolCallId']);
    if (parent === undefined) return undefined;
    const scope = childScope(parent);
    this.#thread.openChild(scope, this.#agents.get(parent) ?? 'agent', parent);
    return scope;
  }
}

/** [L3] The file says whether it succeeded, and by a code why not. */
function outcomeOf(success: Json | undefined, code: string | undefined): Outcome {
  if (success !== false) return 'done';
  if (code === 'denied' || code === 'rejected') return 'denied';
  return code === 'aborted' || code === 'cancelled' ? 'interrupted' : 'failed';
}

function argumentsOf(value: Json | undefined): string {
  return textOf(value) ?? JSON.stringify(value ?? {});
}

function attachmentPart(attachment: JsonFields): ContentPart[] {
  const path = textOf(attachment['path']) ?? textOf(attachment['filePath']);
  const name = textOf(attachment['displayName']) ?? path;
  return name === undefined ? [] : [{ type: 'reference', name, ...(path === undefined ? {} : { uri: path }) }];
}
