/** Claude Code's session files, of every generation. The format has no published schema: records of unknown types are hidden, each under its type's name. */
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { wholeRecord } from '../records/whole-record.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SessionOutputs, SourceLine } from '../transcript/format-reader.ts';
import { readAssistant } from './read-assistant.ts';
import { hidden, hiddenType } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { readAttachment, readQueueOperation } from './read-attachment.ts';
import { Session } from './session.ts';
import type { Known } from './told-history.ts';
import { readSystem } from './read-system.ts';
import { isStreamed, readResult, streamedRecord } from './streamed-record.ts';
import { countLeft, isPrompt, readUser } from './read-user.ts';

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
  ['result', readResult],
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
  // Pieces of a response that follows as a whole.
  'stream_event',
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
    if (records.some(isStreamed)) return 0.97;
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

/** `isTold`: it was told before. `isWords`: a person says it. */
interface Words {
  readonly isTold: boolean;
  readonly isWords: boolean;
}

class ClaudeCodeReader implements RecordReader {
  readonly #session: Session;
  /** Records that came before the thread could be created. */
  #early: SourceLine[] | undefined = [];
  /** Words that may have been told before, and what came after them, until a response tells. */
  #held: SourceLine[] = [];
  /** A prompt with which a person may have gone back, and what came after it, until a record tells. */
  #fork: SourceLine[] = [];
  /** What was known of a line when it came, if it has words or nothing new. */
  readonly #known = new WeakMap<SourceLine, Known>();
  /** The records are those of a file beside the session's. */
  #isBeside = false;

  constructor(writer: ImportWriter, outputs: SessionOutputs | undefined) {
    this.#session = new Session(writer, outputs, {
      tell: (line, turn) => this.#tellLate(line, turn),
      leave: (line) => this.#leave(line),
    });
  }

  get title(): string | undefined {
    return this.#session.titles.best ?? this.#session.thread.title;
  }

  record(read: SourceLine): void {
    const line = this.#named(read);
    if (this.#early === undefined) return this.#hear(line);
    this.#early.push(line);
    const record = fieldsOf(line.value);
    if (record['cwd'] !== undefined || SPEAKING.has(textOf(record['type']) ?? '')) this.#create();
  }

  /** A record that was printed, and not kept in a session's file, by the names of one. */
  #named(read: SourceLine): SourceLine {
    const record = fieldsOf(read.value);
    if (!isStreamed(record)) return read;
    const call = textOf(record['parent_tool_use_id']);
    if (call !== undefined) this.#session.linkAgent(call, call);
    return { ...read, value: wholeRecord(streamedRecord(record)) };
  }

  #create(): void {
    const early = this.#early ?? [];
    if (early.length === 0) return;
    this.#early = undefined;
    this.#session.create(early.map(({ value }) => fieldsOf(value)));
    for (const line of early) this.#hear(line);
  }

  #hear(line: SourceLine): void {
    const record = fieldsOf(line.value);
    const known = this.#session.history.hear(record);
    if (known.hasWords || known.wasSaid || known.isCopy) this.#known.set(line, known);
    if (this.#held.length > 0 && isResponse(record)) this.#decide(known.isAgain ? 'told' : 'new');
    if (this.#held.length >= MOST_HELD) this.#decide('new');
    if (this.#held.length > 0 || known.words === 'unsure') this.#held.push(line);
    else this.#take(line);
  }

  #decide(words: 'new' | 'told'): void {
    const held = this.#held;
    this.#held = [];
    for (const line of held) {
      const known = this.#known.get(line);
      if (known?.wasSaid === true && known.words !== 'told') this.#known.set(line, { ...known, words });
      this.#take(line);
    }
  }

  #take(line: SourceLine): void {
    const { branches } = this.#session;
    const record = fieldsOf(line.value);
    const words = this.#wordsOf(line);
    if (this.#fork.length > 0) {
      const told = { isPrompt: words.isWords, isResponse: this.#isAnswer(line) };
      const decision = this.#fork.length < MOST_HELD ? branches.decide(record, told) : 'back';
      if (decision === 'unsure') {
        this.#fork.push(line);
        return;
      }
      this.#endFork(decision);
    }
    if (words.isWords || this.#isAnswer(line)) this.#leaveBeginnings(record);
    const left = words.isTold ? undefined : this.#session.leftBy(record);
    if (typeof left === 'number' && (words.isWords || this.#isAnswer(line))) this.#revive(left);
    if (words.isWords && branches.forks(record)) this.#fork.push(line);
    else this.#hearTurn(line, words);
  }

  #leaveBeginnings(record?: JsonFields): void {
    const to = this.#session.branches.leaveBeginnings(record);
    if (to !== undefined) this.#session.told.goBack(to);
  }

  #wordsOf(line: SourceLine): Words {
    const isTold = this.#known.get(line)?.words === 'told';
    return { isTold, isWords: !isTold && isPrompt(fieldsOf(line.value)) };
  }

  /** A model's, and not told before. */
  #isAnswer(line: SourceLine): boolean {
    return isResponse(fieldsOf(line.value)) && this.#known.get(line)?.isCopy !== true;
  }

  /** Somebody goes on from what was left: nobody went back. */
  #revive(turn: number): void {
    this.#session.branches.revive(turn);
    this.#session.told.update();
  }

  /** It is clear which branch goes on. */
  #endFork(decision: 'back' | 'aside' | 'on'): void {
    const held = this.#fork;
    if (held.length === 0) return;
    this.#fork = [];
    const { branches, told } = this.#session;
    const to = decision === 'back' ? branches.goBack() : undefined;
    if (to !== undefined) told.goBack(to);
    const left = decision === 'aside' ? branches.leaveFork() : undefined;
    for (const [index, line] of held.entries()) {
      const { uuid } = fieldsOf(line.value);
      if (left?.uuids.has(textOf(uuid) ?? '') === true) this.#keepLate(line, left.turn);
      else if (index === 0) this.#hearTurn(line, { isTold: false, isWords: true });
      else this.#take(line);
    }
  }

  #hearTurn(line: SourceLine, words: Words): void {
    const record = fieldsOf(line.value);
    const session = this.#session;
    const left = words.isWords ? undefined : session.leftBy(record);
    if (left !== undefined) {
      const { said } = this.#turnsOf(line, words);
      session.branches.note(record, { isResponse: this.#isAnswer(line) }, { turn: said });
      return this.#keepLate(line, left);
    }
    session.begin(record, typeOf(line.value));
    this.#tell(line, words);
  }

  /** `late`: the turn that it has, where it was left, and counts now. */
  #tell(line: SourceLine, { isTold, isWords }: Words, late?: number): void {
    const { history, branches, thread, told } = this.#session;
    const record = fieldsOf(line.value);
    const known = thread.boundaries.length;
    const fate = isTold ? this.#readTold(record) : this.#read(record, typeOf(line.value));
    const { before, said } = this.#turnsOf(line, { isTold, isWords });
    const to = isWords ? thread.boundaries[known] : undefined;
    if (late !== undefined && to !== undefined) branches.begin(late, to);
    const isNew =
      late === undefined && !(fate.rule === 'repeated-record' && branches.has(textOf(record['uuid']) ?? ''));
    const isResponse = this.#isAnswer(line);
    const turn = isNew ? branches.note(record, { isResponse }, { to, turn: said }) : late;
    if (before !== undefined) history.place(record, said ?? turn ?? branches.top, before);
    this.#settle(line, fate);
    told.take(line, turn, to !== undefined);
  }

  /** Of a branch that was left: until somebody goes on from it. */
  #keepLate(line: SourceLine, turn: number | 'unknown'): void {
    this.#session.begin(fieldsOf(line.value), typeOf(line.value));
    if (turn === 'unknown' || this.#isBeside) this.#leave(line);
    else {
      const { history, told } = this.#session;
      const { before, said } = this.#turnsOf(line, this.#wordsOf(line));
      if (before !== undefined) history.place(fieldsOf(line.value), said ?? turn, before);
      told.takeLate(line, turn);
    }
  }

  /** Of a person's words: the turn that they follow, and the one in which they were said, if they were told before. */
  #turnsOf(line: SourceLine, { isTold, isWords }: Words): { readonly before?: number; readonly said?: number } {
    if (this.#known.get(line)?.hasWords !== true) return {};
    const { branches, history } = this.#session;
    const record = fieldsOf(line.value);
    const before = branches.turnBefore(record, isTold || isWords);
    return isTold ? { before, said: history.turnOf(record, before) } : { before };
  }

  #tellLate(line: SourceLine, turn: number): void {
    const record = fieldsOf(line.value);
    this.#session.thread.tellAt(timeOf(record['timestamp']), () => this.#tell(line, this.#wordsOf(line), turn));
  }

  /** What came of a branch that was left is told nowhere. */
  #leave(line: SourceLine): void {
    countLeft(this.#session, fieldsOf(line.value));
    this.#settle(line, hidden('rewound'));
  }

  #settle(line: SourceLine, { fate, rule }: Fate): void {
    const { thread, leftOut } = this.#session;
    thread.ledger.settle(line, fate, rule);
    if (leftOut.length === 0) return;
    for (const reason of leftOut.splice(0)) thread.ledger.damage(line, reason, '');
  }

  #readTold(record: JsonFields): Fate {
    if (this.#session.isRepeat(record)) return hidden('repeated-record');
    countLeft(this.#session, record);
    return hidden('repeated-history');
  }

  nextFile(_agent: string, goesOn: boolean): void {
    this.#endRecords();
    this.#isBeside = true;
    if (!goesOn) this.#session.endFile();
  }

  /** No record of this file comes after. */
  #endRecords(): void {
    this.#create();
    this.#decide('new');
    this.#endFork('back');
    this.#leaveBeginnings();
    this.#session.told.end();
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
    this.#endRecords();
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

function isResponse(record: JsonFields): boolean {
  return record['type'] === 'assistant' && record['isSidechain'] !== true;
}

function typeOf(value: Json): string {
  return textOf(fieldsOf(value)['type']) ?? (isJsonObject(value) ? 'none' : 'no-object');
}
