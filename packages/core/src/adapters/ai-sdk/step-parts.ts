import type { ProviderBlob } from '../../ledger/content-part.ts';
import { fieldsOf, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { JsonObject } from '../../ledger/json/json.ts';
import type { EventDraft, Phase } from '../../ledger/ledger-event.ts';
import { fileOf, sourceOf } from './file-of.ts';
import { metadataOf, phaseIn } from './metadata-of.ts';
import { plainJson } from '../../ledger/json/plain-json.ts';
import { metadataBlob } from './stamp.ts';
import type { Stamp } from './stamp.ts';

interface OpenText {
  readonly kind: 'text' | 'reasoning';
  readonly part: number;
  phase: Phase | undefined;
  length: number;
  metadata: JsonObject | undefined;
}

type TextEnd = Extract<EventDraft, { type: 'agent.part.completed' }>;

/** The parts of one step, numbered in the order in which they begin. Ids of texts hold in their step only. */
export class StepParts {
  readonly step: number;
  readonly #stamp: Stamp;
  readonly #texts = new Map<string, OpenText>();
  #parts = 0;
  #hasCalls = false;
  #isSeen = false;
  /** The last call whose result the SDK owes the model. */
  #owed: number | undefined;
  /** Texts after such a call: only the end of the step says whether they are the answer. */
  #held: TextEnd[] = [];

  constructor(step: number, stamp: Stamp) {
    this.step = step;
    this.#stamp = stamp;
  }

  get hasCalls(): boolean {
    return this.#hasCalls;
  }

  /** Whether a person has read something of it, or something may have run in it. */
  get isSeen(): boolean {
    return this.#hasCalls || this.#isSeen;
  }

  /** The number of a call that begins. */
  nextCall(): number {
    this.#hasCalls = true;
    return this.#next();
  }

  owe(call: number): void {
    this.#owed = call;
  }

  /** The step ends; `isDone`: by the model's own word, and no call waits for its result. */
  release(isDone: boolean): readonly EventDraft[] {
    const held = this.#held;
    this.#held = [];
    return held.map((text) => (isDone && text.part > (this.#owed ?? 0) ? { ...text, phase: 'answer' } : text));
  }

  begin(id: string, frame: Fields): OpenText {
    const kind = textOf(frame['type'])?.startsWith('reasoning') === true ? 'reasoning' : 'text';
    const metadata = metadataOf(frame);
    const open: OpenText = { kind, part: this.#next(), phase: phaseIn(frame, metadata), length: 0, metadata };
    this.#texts.set(`${kind} ${id}`, open);
    return open;
  }

  say(id: string, frame: Fields): EventDraft | undefined {
    const open = this.#find(id, frame) ?? this.begin(id, frame);
    open.metadata = metadataOf(frame) ?? open.metadata;
    open.phase = phaseIn(frame, undefined) ?? open.phase;
    const text = textOf(frame['text']) ?? textOf(frame['delta']) ?? '';
    if (text === '') return undefined;
    const { kind, part, phase } = open;
    const at = { step: this.step, part, offset: open.length, text };
    open.length += text.length;
    this.#isSeen = true;
    if (kind === 'reasoning') return { type: 'agent.reasoning.delta', ...at };
    return { type: 'agent.text.delta', ...at, ...(phase === undefined ? {} : { phase }) };
  }

  close(id: string, frame: Fields): EventDraft | undefined {
    const open = this.#find(id, frame);
    if (open === undefined) return undefined;
    const { part, kind, length } = open;
    this.#texts.delete(`${kind} ${id}`);
    const metadata = metadataOf(frame) ?? open.metadata;
    const phase = phaseIn(frame, metadata) ?? open.phase;
    const blob = metadataBlob(metadata, this.#stamp);
    if (length === 0 && blob === undefined) return undefined;
    const said = { ...(phase === undefined ? {} : { phase }), ...(blob === undefined ? {} : { blob }) };
    const ended: TextEnd = { type: 'agent.part.completed', step: this.step, part, kind, ...said };
    if (kind === 'reasoning' || phase !== undefined || this.#owed === undefined) return ended;
    this.#held.push(ended);
    return undefined;
  }

  /** A part that comes whole: a source, a file, or something that only its maker can read. */
  whole(frame: Fields): EventDraft | undefined {
    const type = textOf(frame['type']) ?? '';
    if (type === 'custom' || type === 'reasoning-file') return this.#unread(frame);
    const kind = type === 'file' ? 'file' : 'source';
    const content = kind === 'file' ? fileOf(frame) : sourceOf(frame);
    if (content === undefined) return undefined;
    this.#isSeen = true;
    return { type: 'agent.part.completed', step: this.step, part: this.#next(), kind, content };
  }

  opaque(blob: ProviderBlob): EventDraft {
    return { type: 'agent.part.completed', step: this.step, part: this.#next(), kind: 'opaque', blob };
  }

  #unread(frame: Fields): EventDraft | undefined {
    const { mediaType, base64 } = fieldsOf(frame['file']);
    const { type, kind } = frame;
    const data = plainJson({ type, kind, mediaType, base64, metadata: metadataOf(frame) });
    return data === undefined ? undefined : this.opaque({ ...this.#stamp, data });
  }

  #find(id: string, frame: Fields): OpenText | undefined {
    const kind = textOf(frame['type'])?.startsWith('reasoning') === true ? 'reasoning' : 'text';
    return this.#texts.get(`${kind} ${id}`);
  }

  #next(): number {
    this.#parts += 1;
    return this.#parts - 1;
  }
}
