/** Qwen Code's chats: a record a line, chained as Claude Code's are, with messages in the parts of Gemini's API. */
import { childScope } from '@toolthread/core';
import { fieldsOf, isList, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { endedResult, endStatus } from '../gemini/reported-result.ts';
import { partList } from '../gemini/part-list.ts';
import { Branch } from '../pi/branch.ts';
import { timeOf } from '../records/time-of.ts';
import { wholeRecord } from '../records/whole-record.ts';
import { FOLDED, hidden, hiddenType, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { LineTellerReader } from '../thread/line-teller-reader.ts';
import type { LineTeller } from '../thread/line-teller-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { GOOGLE_COUNTS, usageOf } from '../thread/usage-of.ts';
import type { CountNames } from '../thread/usage-of.ts';
import type { FormatReader } from '../transcript/format-reader.ts';

const TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result', 'system']);

export const qwenReader: FormatReader = {
  format: 'qwen',
  shape: 'lines',
  place: '.qwen/projects',
  detect({ records: first }) {
    const records = first.filter((record) => TYPES.has(textOf(record['type']) ?? ''));
    const own = records.some(
      (record) =>
        textOf(record['uuid']) !== undefined &&
        textOf(record['sessionId']) !== undefined &&
        (isList(fieldsOf(record['message'])['parts']) || record['systemPayload'] !== undefined),
    );
    return own ? 1 : 0;
  },
  open: (ledger) => new LineTellerReader(ledger, 'qwen', (thread) => new QwenTeller(thread)),
};

/** Kinds of records that say nothing to a reader. */
const SILENT: ReadonlySet<string> = new Set(
  (
    'slash_command ui_telemetry at_command attribution_snapshot parent_session session_source session_execution_engine ' +
    'session_model session_approval_mode agent_bootstrap agent_launch_prompt agent_retry agent_session_ready ' +
    'file_history_snapshot user_text_elements session_artifact_event session_artifact_snapshot session_sources_snapshot ' +
    'branch_checkpoint goal_state goal_runtime goal_turn_end turn_result session_notes notification cron rewind ' +
    'background_task_completed omni_recall realtime_message'
  ).split(' '),
);

const COUNTED: CountNames = {
  ...GOOGLE_COUNTS,
  input: 'promptTokenCount',
  output: 'candidatesTokenCount',
  cacheRead: 'cachedContentTokenCount',
  reasoning: 'thoughtsTokenCount',
};

class QwenTeller implements LineTeller {
  readonly #thread: ThreadWriter;
  /** As the program itself reads a chat: the records from the first to the last, each by the one that it follows. */
  readonly #branch: Branch;
  /** Records of subagents, which are a chain of their own, and results that came before their call. */
  readonly #apart = new WeakSet<JsonFields>();
  /** What became of each record when it came. */
  readonly #fates = new WeakMap<JsonFields, Fate>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
    this.#branch = new Branch(thread, (record) => this.#tell(record), {
      idOf: (record) => (this.#apart.has(record) ? undefined : textOf(record['uuid'])),
      parentOf: followed,
      isShown: (record) => this.#fates.get(record)?.fate === 'shown',
    });
  }

  begin(record: JsonFields): { session: string | undefined; workspace: string | undefined } {
    return { session: textOf(record['sessionId']), workspace: textOf(record['cwd']) };
  }

  typeOf(record: JsonFields): string {
    return textOf(record['subtype']) ?? textOf(record['type']) ?? 'none';
  }

  tell(record: JsonFields): Fate {
    const isEarly = record['type'] === 'tool_result' && !this.#branch.has(textOf(record['parentUuid']) ?? '');
    if (isEarly || record['isSidechain'] === true) this.#apart.add(record);
    if (!this.#branch.take(record)) return hidden('too-many-branches');
    return this.#fates.get(record) ?? hidden('empty');
  }

  #tell(record: JsonFields): void {
    this.#thread.moveTo(timeOf(record['timestamp']));
    if (this.#fates.has(record)) this.#thread.calls.tellAgain(() => this.#fateOf(record));
    else this.#fates.set(record, this.#fateOf(record));
  }

  #fateOf(record: JsonFields): Fate {
    switch (textOf(record['type']) ?? '') {
      case 'user':
        return this.#user(record);
      case 'assistant':
        return this.#assistant(record);
      case 'tool_result':
        return this.#result(record);
      case 'system':
        return this.#system(record);
      default:
        return hidden(`unknown:${textOf(record['type']) ?? 'none'}`);
    }
  }

  #user(record: JsonFields): Fate {
    const subtype = textOf(record['subtype']);
    if (subtype !== undefined && subtype !== 'mid_turn_user_message') return hiddenType(subtype, SILENT);
    const typed = textOf(fieldsOf(record['systemPayload'])['displayText']) ?? '';
    const parts = partList(fieldsOf(record['message'])['parts']);
    const words =
      typed === '' ? parts : [{ type: 'text', text: typed } as const, ...parts.filter(({ type }) => type !== 'text')];
    if (words.length === 0) return hidden('empty');
    this.#thread.post(words, { scope: this.#scopeOf(record) });
    return SHOWN;
  }

  #assistant(record: JsonFields): Fate {
    const scope = this.#scopeOf(record);
    const model = textOf(record['model']);
    if (model !== undefined) this.#thread.configure({ provider: 'qwen', api: 'gemini', model }, scope);
    const step = this.#thread.startStep(scope);
    step.usage = usageOf(fieldsOf(record['usageMetadata']), COUNTED);
    for (const part of listOf(fieldsOf(record['message'])['parts']).map((one) => fieldsOf(one))) {
      const call = fieldsOf(part['functionCall']);
      const name = textOf(call['name']);
      const text = textOf(part['text']);
      if (name !== undefined)
        this.#thread.call(step, { id: textOf(call['id']), name, arguments: JSON.stringify(call['args'] ?? {}) });
      else if (text === undefined)
        for (const content of partList(wholeRecord(part))) this.#thread.part(step, { kind: 'file', content });
      else if (part['thought'] === true) this.#thread.reasoning(step, text);
      else if (text !== '') this.#thread.text(step, text);
    }
    return SHOWN;
  }

  /** The result as the model got it, and beside it how the call ended. */
  #result(record: JsonFields): Fate {
    const told = fieldsOf(record['toolCallResult']);
    const parts = listOf(fieldsOf(record['message'])['parts']);
    const [first] = parts.map((one) => fieldsOf(fieldsOf(one)['functionResponse']));
    const id = textOf(told['callId']) ?? textOf(first?.['id']);
    const name = textOf(first?.['name']);
    if (id === undefined) return hidden('no-call');
    const failed = fieldsOf(first?.['response'])['error'] !== undefined || told['error'] !== undefined;
    const call = {
      name: name ?? null,
      result: parts,
      resultDisplay: told['resultDisplay'] ?? null,
    };
    // Of a status that is new, whether there is an error says how the call ended.
    const draft = endedResult(endStatus(told['status']) ?? (failed ? 'error' : 'success'), call);
    return this.#thread.result(id, name === undefined ? draft : { ...draft, name }, this.#scopeOf(record));
  }

  #system(record: JsonFields): Fate {
    const subtype = textOf(record['subtype']) ?? 'none';
    const payload = fieldsOf(record['systemPayload']);
    if (subtype === 'custom_title') {
      this.#thread.name(textOf(payload['customTitle']));
      return FOLDED;
    }
    if (subtype !== 'chat_compression') return hiddenType(subtype, SILENT);
    const [summary] = listOf(payload['compressedHistory']).flatMap((one) => partList(fieldsOf(one)['parts']));
    const words = summary?.type === 'text' ? summary.text : '';
    this.#thread.compact(words, numberOf(fieldsOf(payload['info'])['originalTokenCount']), this.#scopeOf(record));
    return SHOWN;
  }

  /** Records of a subagent name it. */
  #scopeOf(record: JsonFields): string | undefined {
    const agent = textOf(record['agentId']);
    if (record['isSidechain'] !== true || agent === undefined) return undefined;
    const scope = childScope(agent);
    this.#thread.openChild(scope, textOf(record['agentName']) ?? agent, undefined);
    return scope;
  }
}

/** Results of calls side by side may follow the same record, and a record may not say what it follows: nobody went back. */
function followed(record: JsonFields, last: string | undefined): string | undefined {
  const { type, parentUuid } = record;
  return type === 'tool_result' || parentUuid === undefined ? last : textOf(parentUuid);
}
