/** Claude Code's session files, of every generation. The format has no published schema: whatever is new is hidden by name. */
import type { Json } from '@toolthread/core';
import { fieldsOf, isFields, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import type { FormatReader, LedgerWriter, RecordReader, SessionOutputs, SourceLine } from '../reader.ts';
import { readAssistant } from './assistant-record.ts';
import { hidden } from '../fate.ts';
import type { Fate } from '../fate.ts';
import { readAttachment, readQueueOperation } from './queued-words.ts';
import { Session } from './session.ts';
import { readSystem } from './system-record.ts';
import { readUser } from './user-record.ts';

const TYPES = new Set(['user', 'assistant', 'system', 'summary', 'attachment', 'progress', 'file-history-snapshot']);

export const claudeCodeReader: FormatReader = {
  format: 'claude-code',
  shape: 'lines',
  detect(first, path) {
    const known = first.map(fieldsOf).filter((record) => TYPES.has(textIn(record, 'type') ?? ''));
    if (known.some((record) => record['sessionId'] !== undefined && record['uuid'] !== undefined)) return 1;
    if (known.some((record) => textIn(record, 'leafUuid') !== undefined || record['messageId'] !== undefined))
      return 0.6;
    return known.length > 0 && path?.includes('/.claude/') === true ? 0.9 : 0;
  },
  open: (writer, outputs) => new ClaudeCodeReader(writer, outputs),
};

class ClaudeCodeReader implements RecordReader {
  readonly #session: Session;

  constructor(writer: LedgerWriter, outputs: SessionOutputs | undefined) {
    this.#session = new Session(writer, outputs);
  }

  get title(): string | undefined {
    return this.#session.titles.best;
  }

  record(line: SourceLine): void {
    const record = fieldsOf(line.value);
    const type = textIn(record, 'type') ?? (isFields(line.value) ? 'none' : 'no-object');
    this.#session.begin(record, type);
    const { fate, rule } = this.#read(record, type);
    this.#session.writer.account(line, fate, rule);
  }

  nextFile(): void {
    this.#session.closeResponses();
  }

  linkChild(child: string, call: string): void {
    this.#session.linkAgent(child, call);
  }

  end(): void {
    this.#session.close();
  }

  counts(): { readonly [name: string]: Json } {
    return this.#session.counts.all();
  }

  #read(record: Fields, type: string): Fate {
    const session = this.#session;
    if (type === 'progress') {
      session.linkProgress(record);
      return hidden(`progress:${textIn(fieldsOf(record['data']), 'type') ?? 'none'}`);
    }
    const uuid = textIn(record, 'uuid');
    if (uuid !== undefined && session.isRepeat(uuid)) return hidden('repeated-record');
    switch (type) {
      case 'user':
        return readUser(session, record);
      case 'assistant':
        return readAssistant(session, record);
      case 'system':
        return readSystem(session, record);
      case 'attachment':
        return readAttachment(session, record);
      case 'queue-operation':
        return readQueueOperation(session, record);
      case 'summary':
      case 'ai-title':
      case 'custom-title':
      case 'agent-name':
        session.titles.take(type, record);
        return { fate: 'folded' };
      case 'last-prompt':
      case 'permission-mode':
      case 'mode':
      case 'bridge-session':
      case 'agent-setting':
      case 'file-history-snapshot':
      case 'file-history-delta':
      case 'pr-link':
      case 'atis-latch':
      case 'continued-in':
        return hidden(type);
      default:
        return hidden(`unknown:${type}`);
    }
  }
}
