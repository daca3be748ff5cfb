/** Claude Code's session files, of every generation. The format has no published schema: records of unknown types are hidden, each under its type's name. */
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SessionOutputs, SourceLine } from '../transcript/format-reader.ts';
import { readAssistant } from './read-assistant.ts';
import { hidden, hiddenType } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { readAttachment, readQueueOperation } from './read-attachment.ts';
import { Session } from './session.ts';
import { readSystem } from './read-system.ts';
import { readUser } from './read-user.ts';

const TYPES = new Set(['user', 'assistant', 'system', 'summary', 'attachment', 'progress', 'file-history-snapshot']);
/** Records of these types are part of the thread: it exists before them. */
const SPEAKING = new Set(['user', 'assistant', 'system', 'attachment']);
const READERS: ReadonlyMap<string, (session: Session, record: JsonFields) => Fate> = new Map([
  ['user', readUser],
  ['assistant', readAssistant],
  ['system', readSystem],
  ['attachment', readAttachment],
  ['queue-operation', (_, record) => readQueueOperation(record)],
]);
const SILENT: ReadonlySet<string> = new Set([
  'last-prompt',
  'permission-mode',
  'mode',
  'bridge-session',
  'agent-setting',
  'file-history-snapshot',
  'file-history-delta',
  'pr-link',
  'atis-latch',
  'continued-in',
]);

export const claudeCodeReader: FormatReader = {
  format: 'claude-code',
  shape: 'lines',
  detect(first, path) {
    const known = first.map((one) => fieldsOf(one)).filter((record) => TYPES.has(textOf(record['type']) ?? ''));
    if (known.some((record) => record['sessionId'] !== undefined && record['uuid'] !== undefined)) return 1;
    if (known.some((record) => textOf(record['leafUuid']) !== undefined || record['messageId'] !== undefined))
      return 0.6;
    return known.length > 0 && path?.includes('/.claude/') === true ? 0.9 : 0;
  },
  open: (writer, outputs) => new ClaudeCodeReader(writer, outputs),
};

class ClaudeCodeReader implements RecordReader {
  readonly #session: Session;
  /** Records that came before the thread could be created. */
  #early: SourceLine[] | undefined = [];

  constructor(writer: ImportWriter, outputs: SessionOutputs | undefined) {
    this.#session = new Session(writer, outputs);
  }

  get title(): string | undefined {
    return this.#session.titles.best;
  }

  record(line: SourceLine): void {
    if (this.#early === undefined) return this.#take(line);
    this.#early.push(line);
    const record = fieldsOf(line.value);
    if (record['cwd'] !== undefined || SPEAKING.has(textOf(record['type']) ?? '')) this.#create();
  }

  #create(): void {
    const early = this.#early ?? [];
    if (early.length === 0) return;
    this.#early = undefined;
    this.#session.create(early.map(({ value }) => fieldsOf(value)));
    for (const line of early) this.#take(line);
  }

  #take(line: SourceLine): void {
    const record = fieldsOf(line.value);
    const type = textOf(record['type']) ?? (isJsonObject(line.value) ? 'none' : 'no-object');
    this.#session.begin(record, type);
    const { fate, rule } = this.#read(record, type);
    this.#session.thread.ledger.settle(line, fate, rule);
  }

  nextFile(): void {
    this.#create();
    this.#session.endFile();
  }

  linkChild(child: string, call: string): void {
    this.#session.linkAgent(child, call);
  }

  end(): void {
    this.#create();
    this.#session.end();
  }

  counts(): { readonly [name: string]: Json } {
    return this.#session.counts.all();
  }

  #read(record: JsonFields, type: string): Fate {
    const session = this.#session;
    if (type === 'progress') {
      session.linkProgress(record);
      return hidden(`progress:${textOf(fieldsOf(record['data'])['type']) ?? 'none'}`);
    }
    const uuid = textOf(record['uuid']);
    if (uuid !== undefined && session.isRepeat(uuid)) return hidden('repeated-record');
    switch (type) {
      case 'summary':
      case 'ai-title':
      case 'custom-title':
      case 'agent-name':
        session.titles.take(type, record);
        return { fate: 'folded' };
      default:
        return READERS.get(type)?.(session, record) ?? hiddenType(type, SILENT);
    }
  }
}
