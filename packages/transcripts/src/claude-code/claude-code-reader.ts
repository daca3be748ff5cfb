/** Claude Code's session files, of every generation. The format has no published schema: records of unknown types are hidden, each under its type's name. */
import { fieldsOf, isJsonObject, listOf, textOf } from '@toolthread/core/json';
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

/** More is never between words and the response to them. */
const MOST_HELD = 64;
const TYPES = new Set(['user', 'assistant', 'system', 'summary', 'attachment', 'progress', 'file-history-snapshot']);
/** Records of these types are part of the thread: it exists before them. */
const SPEAKING = new Set(['user', 'assistant', 'system', 'attachment']);
const READERS: ReadonlyMap<string, (session: Session, record: JsonFields) => Fate> = new Map([
  ['user', readUser],
  ['assistant', readAssistant],
  ['system', readSystem],
  ['attachment', readAttachment],
  ['queue-operation', readQueueOperation],
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
  place: '.claude/projects',
  again: 'counts',
  detect({ records, path }) {
    const known = records.filter((record) => TYPES.has(textOf(record['type']) ?? ''));
    if (known.some((record) => record['sessionId'] !== undefined && record['uuid'] !== undefined)) return 1;
    if (known.some((record) => textOf(record['leafUuid']) !== undefined || record['messageId'] !== undefined))
      return 0.6;
    if (records.some(isBeginning)) return 0.6;
    return known.length > 0 && path?.includes('/.claude/') === true ? 0.9 : 0;
  },
  open: (writer, outputs) => new ClaudeCodeReader(writer, outputs),
};

/** Before anybody has spoken, a session may have nothing but these. */
function isBeginning({ type, sessionId }: JsonFields): boolean {
  const name = textOf(type) ?? '';
  return textOf(sessionId) !== undefined && (name === 'queue-operation' || name.endsWith('-title') || SILENT.has(name));
}

class ClaudeCodeReader implements RecordReader {
  readonly #session: Session;
  /** Records that came before the thread could be created. */
  #early: SourceLine[] | undefined = [];
  /** Words that may have been told before, and what came after them, until a response tells. */
  #held: SourceLine[] = [];

  constructor(writer: ImportWriter, outputs: SessionOutputs | undefined) {
    this.#session = new Session(writer, outputs);
  }

  get title(): string | undefined {
    return this.#session.titles.best;
  }

  record(line: SourceLine): void {
    if (this.#early === undefined) return this.#hear(line);
    this.#early.push(line);
    const record = fieldsOf(line.value);
    if (record['cwd'] !== undefined || SPEAKING.has(textOf(record['type']) ?? '')) this.#create();
  }

  #create(): void {
    const early = this.#early ?? [];
    if (early.length === 0) return;
    this.#early = undefined;
    this.#session.create(early.map(({ value }) => fieldsOf(value)));
    for (const line of early) this.#hear(line);
  }

  #hear(line: SourceLine): void {
    const { history } = this.#session;
    const record = fieldsOf(line.value);
    const isResponse = record['type'] === 'assistant' && record['isSidechain'] !== true;
    if (this.#held.length > 0 && isResponse) this.#decide(history.isTold(record) ? 'told' : 'new');
    if (this.#held.length >= MOST_HELD) this.#decide('new');
    if (this.#held.length > 0 || history.prompt(record) === 'unsure') this.#held.push(line);
    else this.#take(line);
  }

  #decide(prompts: 'new' | 'told'): void {
    const held = this.#held;
    this.#held = [];
    for (const line of held) this.#take(line, prompts);
  }

  /** `unsure`: what words are of which it is not sure whether they were told. */
  #take(line: SourceLine, unsure: 'new' | 'told' = 'new'): void {
    const record = fieldsOf(line.value);
    const { history } = this.#session;
    const type = textOf(record['type']) ?? (isJsonObject(line.value) ? 'none' : 'no-object');
    this.#session.begin(record, type);
    const known = history.prompt(record);
    const isTold = known === 'told' || (unsure === 'told' && history.wasSaid(record));
    const { fate, rule } = isTold ? this.#readTold(record) : this.#read(record, type);
    history.note(record, isTold || rule === 'repeated-record');
    const { thread, leftOut } = this.#session;
    thread.ledger.settle(line, fate, rule);
    if (leftOut.length === 0) return;
    for (const reason of leftOut.splice(0)) thread.ledger.damage(line, reason, '');
  }

  #readTold(record: JsonFields): Fate {
    if (this.#session.isRepeat(record)) return hidden('repeated-record');
    this.#session.counts.images(listOf(fieldsOf(record['message'])['content']));
    return hidden('repeated-history');
  }

  nextFile(_agent: string, goesOn: boolean): void {
    this.#create();
    this.#decide('new');
    if (!goesOn) this.#session.endFile();
  }

  get agents(): ReadonlyMap<string, string> {
    return this.#session.agentCalls;
  }

  hasCall(id: string): boolean {
    return this.#session.thread.calls.has(id);
  }

  linkChild(child: string, call: string): void {
    this.#session.linkAgent(child, call);
  }

  end(): void {
    this.#create();
    this.#decide('new');
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
    if (session.isRepeat(record)) return hidden('repeated-record');
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
