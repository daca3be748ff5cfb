/** Codex's rollout files of three generations: bare items, items in envelopes, and the paginated history. */
import { childScope } from '@toolthread/core';
import { fieldsOf, isJsonObject, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, hiddenType, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { historyIn } from '../transcript/session-before.ts';
import { Counts } from './counts.ts';
import { contentItems } from './content-items.ts';
import { readEvent } from './read-event.ts';
import { isTurnStart, Replay, subagentOf, turnOf } from './replay.ts';
import { readAgentMessage, readItem } from './read-item.ts';
import { Rollout } from './rollout.ts';
import { rolloutLine } from './rollout-line.ts';
import type { RolloutLine } from './rollout-line.ts';

const KINDS = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state']);
const BARE = new Set(['message', 'reasoning', 'function_call', 'function_call_output', 'local_shell_call']);
const SILENT = new Set(['world_state', 'inter_agent_communication_metadata', 'security_risk_score', 'state']);

/** Between an event about a call and the item that makes the call may stand others of both, and counts. */
const ABOUT_CALL = /_call$|_end$|^sub_agent_activity$|^dynamic_tool_call_re|^item_completed$|^token_count$/;
const BEFORE_CALL = new Set(['turn_context', ...SILENT]);

export const codexReader: FormatReader = {
  format: 'codex',
  shape: 'lines',
  place: '.codex/sessions',
  detect({ records, path }) {
    if (records.some((record) => KINDS.has(textOf(record['type']) ?? '') && isJsonObject(record['payload']))) return 1;
    const begins = records.some(isBareMeta);
    const isRollout = path !== undefined && /rollout-[^/\\]*\.jsonl/.test(path);
    const bare = records.some((item) => BARE.has(textOf(item['type']) ?? '') && item['uuid'] === undefined);
    const told = begins || records.some((record) => record['record_type'] === 'state');
    if ((told && bare) || (isRollout && (told || bare))) return 0.95;
    return told ? 0.3 : 0;
  },
  open: (ledger) => new CodexReader(ledger),
};

/** The first record of the first generation. */
function isBareMeta({ type, timestamp, id, sessionId }: JsonFields): boolean {
  return type === undefined && textOf(timestamp) !== undefined && id !== undefined && sessionId === undefined;
}

class CodexReader implements RecordReader {
  readonly #ledger: ImportWriter;
  #rollout: Rollout;
  #replay = new Replay();
  readonly #counts = new Counts();
  readonly #agents = new Map<string, string>();
  /** By agent, the turns of its parent until it was started. */
  readonly #parentTurns = new Map<string, readonly string[]>();
  /** Whose file it is. */
  #agent = '';
  #created = false;

  constructor(ledger: ImportWriter) {
    this.#ledger = ledger;
    this.#rollout = new Rollout(new ThreadWriter(ledger), undefined);
  }

  get title(): string | undefined {
    return this.#rollout.thread.title;
  }

  record(source: SourceLine): void {
    const line = rolloutLine(source.value);
    const isReplayed = this.#replay.isReplayed(line);
    const turn = isTurnStart(line) ? turnOf(line) : undefined;
    if (turn !== undefined) this.#rollout.turnStarts(turn);
    this.#counts.record(line);
    if (!isReplayed) this.#counts.call(line);
    this.#rollout.thread.moveTo(line.at);
    const { fate, rule } = isReplayed ? this.#readReplayed(line) : this.#read(line);
    if (fate === 'shown' && this.#rollout.waits) this.#ledger.settlePart(source, fate);
    else this.#ledger.settle(source, fate, rule);
  }

  /** [L4] A fork may refer to its origin for what came before. Of an agent that is what is above the call that started it. */
  #readMeta(meta: JsonFields): Fate {
    const origin = textOf(fieldsOf(meta['history_base'])['thread_id']);
    return origin === undefined || this.#rollout.scope !== undefined ? FOLDED : hidden(historyIn(origin));
  }

  /** The rollout of an agent that this session started: it is under the call that started it. */
  nextFile(agent: string, goesOn: boolean): void {
    if (!goesOn) this.#rollout.endResponse();
    this.#agent = agent;
    const { thread } = this.#rollout;
    for (const started of this.#rollout.agents.keys())
      this.#parentTurns.set(started, this.#rollout.turnsBefore(started));
    this.#rollout = new Rollout(thread, childScope(agent));
    this.#replay = new Replay(this.#parentTurns.get(agent));
    this.#created = false;
  }

  linkChild(child: string, call: string): void {
    this.#agents.set(child, call);
  }

  get agents(): ReadonlyMap<string, string> {
    return this.#rollout.agents;
  }

  end(): void {
    this.#rollout.end();
  }

  counts(): { readonly [name: string]: Json } {
    return { ...this.#counts.all(), errors: this.#rollout.thread.calls.counts()['errors'] ?? 0 };
  }

  #readReplayed({ kind }: RolloutLine): Fate {
    return hidden(kind === 'session_meta' ? 'replayed-session-meta' : 'replayed-parent');
  }

  #read({ kind, type, payload }: RolloutLine): Fate {
    if (!this.#created) this.#create(kind === 'session_meta' ? payload : {});
    if (!BEFORE_CALL.has(kind) && !ABOUT_CALL.test(type)) this.#rollout.tellEarlyEvents();
    switch (kind) {
      case 'session_meta':
        return this.#readMeta(payload);
      case 'turn_context':
        return this.#configure(payload);
      case 'response_item':
        return readItem(this.#rollout, type, payload);
      case 'event_msg':
        return readEvent(this.#rollout, type, payload);
      case 'compacted':
        return this.#compact(payload);
      case 'inter_agent_communication':
        return readAgentMessage(this.#rollout, {
          ...payload,
          content: payload['content'] ?? payload['message'] ?? null,
        });
      default:
        return hiddenType(kind, SILENT);
    }
  }

  #create(meta: JsonFields): void {
    this.#created = true;
    const { thread, scope } = this.#rollout;
    this.#rollout.provider = textOf(meta['model_provider']) ?? 'openai';
    const session = textOf(meta['id']);
    const { parent, name } = subagentOf(meta);
    if (scope !== undefined) {
      thread.openChild(scope, name ?? this.#agent, this.#agents.get(this.#agent));
      return;
    }
    const source = {
      format: 'codex',
      ...(session === undefined ? {} : { session }),
      ...(parent === undefined ? {} : { parent }),
    };
    thread.create(source, textOf(meta['cwd']));
  }

  #configure(context: JsonFields): Fate {
    const model = textOf(context['model']);
    if (model === undefined) return hidden('turn-context');
    this.#rollout.model = model;
    const { thread, provider, scope } = this.#rollout;
    return thread.configure({ provider, api: 'responses', model }, scope);
  }

  /** Its tokens are counted before it. Where they come after it, they are of no response, and count alone. */
  #compact(payload: JsonFields): Fate {
    const usage = this.#rollout.takeUsage();
    this.#rollout.endResponse();
    const summary = textOf(payload['message']) ?? '';
    const said = summary === '' ? lastSummary(payload['replacement_history']) : summary;
    this.#rollout.thread.compact(said, undefined, this.#rollout.scope, usage);
    return SHOWN;
  }
}

/** Where the compaction has no words of its own, the history that replaces the old one ends with them. */
function lastSummary(history: Json | undefined): string {
  const last = listOf(history)
    .map((one) => fieldsOf(one))
    .findLast((item) => item['type'] === 'message' && item['role'] === 'user');
  const parts = contentItems(last?.['content']);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
