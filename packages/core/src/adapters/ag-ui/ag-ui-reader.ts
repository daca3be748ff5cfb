import { HUMAN } from '../../ledger/human.ts';
import { fieldsOf, filledTextOf, isFields, listOf, textOf, wholeNumberOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { childScope } from '../../ledger/scope-kind.ts';
import type { AiSdkReader, AiSdkReaderOptions } from '../ai-sdk/ai-sdk-reader-options.ts';
import { AgUiLane } from './ag-ui-lane.ts';
import { agUiParts } from './ag-ui-parts.ts';

/** Where the stream belongs in its thread, and whose it is. */
export type AgUiReaderOptions = AiSdkReaderOptions;

/** Events in, drafts out, as with the parts of the AI SDK. What is no event of AG-UI says nothing. */
export type AgUiReader = AiSdkReader;

/**
 * Reads what an AG-UI agent streams (0.0.x and 1.0), one event at a time. A step begins with the words or calls that follow a result; a
 * call is made when its arguments have arrived, and whether it runs nobody says: it has ended when its result comes, as `done` unless the
 * result says otherwise. A call without a result waits for us where the run succeeds, and is interrupted where it fails. A snapshot of
 * messages is read where nothing was streamed before it. The cost of an event does not grow with the stream. One reader may read several
 * runs of a thread, one after the other.
 *
 * @example
 * const reader = agUiReader();
 * const events = [
 *   { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
 *   { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'search' },
 *   { type: 'TOOL_CALL_END', toolCallId: 'c1' },
 * ];
 * events.flatMap((event) => reader.push(event)).map(({ type }) => type); //=> ['agent.status', 'agent.step.started', 'agent.tool.input.delta', 'agent.tool.called']
 */
export function agUiReader(options: AgUiReaderOptions = {}): AgUiReader {
  return new Reader(options);
}

class Reader implements AgUiReader {
  readonly #options: AgUiReaderOptions;
  readonly #own: AgUiLane;
  readonly #subagents = new Map<string, AgUiLane>();
  /** What a person says while it streams, by its id. */
  readonly #said = new Map<string, string>();
  /** Ids of messages that were read. */
  readonly #known = new Set<string>();

  constructor(options: AgUiReaderOptions) {
    this.#options = options;
    this.#own = new AgUiLane(options);
  }

  push(event: unknown): readonly EventDraft[] {
    if (!isFields(event)) return [];
    const at = wholeNumberOf(event['timestamp']);
    const drafts = this.#read(event);
    return at === undefined ? drafts : drafts.map((draft) => ({ at, ...draft }));
  }

  end(): readonly EventDraft[] {
    return [...[...this.#subagents.values()].flatMap((lane) => lane.end()), ...this.#own.end()];
  }

  #read(event: Fields): readonly EventDraft[] {
    switch (event['type']) {
      case 'RUN_STARTED': {
        const asked = fieldsOf(event['input']);
        return [
          ...listOf(asked['messages']).flatMap((message) => this.#posted(fieldsOf(message))),
          ...this.#own.push(event),
          ...listOf(asked['resume']).flatMap((entry) => this.#own.settle(fieldsOf(entry))),
        ];
      }
      case 'TEXT_MESSAGE_START':
      case 'TEXT_MESSAGE_CHUNK':
        if (event['role'] === 'user' && !this.#said.has(idOf(event))) this.#said.set(idOf(event), '');
        return this.#words(event);
      case 'TEXT_MESSAGE_CONTENT':
      case 'TEXT_MESSAGE_END':
        return this.#words(event);
      case 'MESSAGES_SNAPSHOT':
        return this.#snapshot(listOf(event['messages']).map((message) => fieldsOf(message)));
      case 'RUN_FINISHED':
      case 'RUN_ERROR':
        // Chunks have no end of their own.
        return [
          ...this.#endSaid([...this.#said.keys()]),
          ...[...this.#subagents.values()].flatMap((lane) => lane.end()),
          ...this.#own.push(event),
        ];
      case 'SUBAGENT_STARTED':
        return this.#subagent(event);
      case 'TOOL_CALL_RESULT':
        this.#know(event['messageId']);
        return this.#lane(event, (lane) => lane.push(event));
      default:
        return this.#lane(event, (lane) => lane.push(event));
    }
  }

  /** A person's words are no part of a run. */
  #words(event: Fields): readonly EventDraft[] {
    const id = idOf(event);
    const said = this.#said.get(id);
    if (said === undefined) {
      this.#known.add(id);
      return this.#lane(event, (lane) => lane.push(event));
    }
    this.#said.set(id, said + (textOf(event['delta']) ?? ''));
    return event['type'] === 'TEXT_MESSAGE_END' ? this.#endSaid([id]) : [];
  }

  #endSaid(ids: readonly string[]): readonly EventDraft[] {
    return ids.flatMap((id) => {
      const content = this.#said.get(id);
      this.#said.delete(id);
      return this.#posted({ id, role: 'user', content });
    });
  }

  /** What a person said, once. */
  #posted({ id, role, content }: Fields): readonly EventDraft[] {
    const client = filledTextOf(id);
    if (role !== 'user' || (client !== undefined && this.#known.has(client))) return [];
    if (client !== undefined) this.#known.add(client);
    const parts = agUiParts(content);
    const named = client === undefined ? {} : { client_id: client };
    return [{ type: 'message.posted', author: HUMAN, parts, delivery: 'now', ...named }];
  }

  /**
   * Messages of a snapshot need not have the ids that were streamed, so they could appear twice. After the first words only
   * results are taken from it, which are recognised by their calls. An id of a call may come again in the next run: the last result is meant,
   * unless it was read already.
   */
  #snapshot(messages: readonly Fields[]): readonly EventDraft[] {
    if (this.#known.size > 0 || this.#own.hasSpoken) {
      const last = new Map(messages.map((message) => [message['toolCallId'], message]));
      return messages.flatMap((message) => {
        const { id, toolCallId: call } = message;
        const isNews = last.get(call) === message && !(typeof id === 'string' && this.#known.has(id));
        return isNews && this.#own.awaits(call) ? this.#result(message, id) : [];
      });
    }
    return messages.flatMap((message) => {
      if (message['role'] === 'user') return this.#posted(message);
      this.#know(message['id']);
      return this.#own.message(message);
    });
  }

  #result(message: Fields, id: unknown): readonly EventDraft[] {
    this.#know(id);
    return this.#own.result(message);
  }

  #know(id: unknown): void {
    const known = filledTextOf(id);
    if (known !== undefined) this.#known.add(known);
  }

  /** Whose it is. Who only marks its events, and never says that it began, is a run of its own as well. */
  #lane(event: Fields, read: (lane: AgUiLane) => readonly EventDraft[]): readonly EventDraft[] {
    const id = filledTextOf(event['subagentRunId']);
    if (id === undefined) return read(this.#own);
    const opened = this.#subagents.has(id) ? [] : this.#subagent({ subagentRunId: id, name: id });
    const lane = this.#subagents.get(id);
    return lane === undefined ? opened : [...opened, ...read(lane)];
  }

  #subagent(event: Fields): readonly EventDraft[] {
    const id = filledTextOf(event['subagentRunId']);
    // When the run goes on, the same one is announced again.
    if (id === undefined || this.#subagents.has(id)) return [];
    const scope = childScope(id);
    const call = filledTextOf(event['parentToolCallId']);
    const by = filledTextOf(event['parentSubagentRunId']);
    const above = by === undefined ? this.#options.scope : childScope(by);
    const parent = call === undefined ? {} : { parent: { call, ...(above === undefined ? {} : { scope: above }) } };
    const lane = new AgUiLane({ ...this.#options, scope, run: id });
    this.#subagents.set(id, lane);
    const name = filledTextOf(event['name']) ?? id;
    return [{ type: 'scope.opened', scope, kind: 'child', name, ...parent }, ...lane.push({ type: 'RUN_STARTED' })];
  }
}

function idOf(event: Fields): string {
  return textOf(event['messageId']) ?? '';
}
