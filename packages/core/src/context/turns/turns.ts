/**
 * Puts a conversation into messages that every provider accepts. Laws:
 * - Roles alternate; results and what people said meanwhile are ONE user message, results first, in the order of the calls.
 * - Every call has exactly one result in the message after it: a missing one is synthesised, a second one is dropped,
 *   one without its call becomes text; if the next answer makes that call, it is the call's result after all.
 * - Two answers in a row are one message, a blank line between; their calls wait for their results together.
 * - No two calls share an id; a repeated id gives way to one made from its place in the history.
 */
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { apart } from './apart.ts';
import type {
  CacheControl,
  CallPart,
  CompletionMessage,
  CompletionPart,
  Provenance,
  ResultPart,
} from '../completion-message.ts';
import { completionMessage, onlyText, withParts } from '../completion-message.ts';
import { joined } from './joined.ts';
import { asRead } from './reading.ts';
import type { Reading } from './reading.ts';
import { savedMessage } from '../saved-message.ts';
import type { SavedMessage } from '../saved-message.ts';
import type { SavedTurns, Words } from '../saved-turns.ts';

/** The same bytes every time: what a provider has read never changes. */
export const NO_RESULT = 'No result was recorded for this call.';

interface OpenCall {
  readonly named: string;
  readonly call: CallPart;
  result: ResultPart | undefined;
}

export interface AnswerContext {
  readonly seq?: number;
  /** The request contained what was said up to here, and nothing later. */
  readonly builtFrom?: number | undefined;
  /** Results that are known already, by their call's part. */
  readonly results?: ReadonlyMap<CompletionPart, ResultPart>;
  readonly cacheControl?: CacheControl | undefined;
  /** Why it ended: an answer that was cut off goes on with the next one. */
  readonly ended?: FinishReason | undefined;
}

/** A result whose call has not arrived, as the text that stands for it until then. */
interface Early {
  readonly result: ResultPart;
  /** Undefined for a second result of a call: the model is not told that. */
  readonly text: CompletionPart | undefined;
}

export class Turns {
  #messages: CompletionMessage[] = [];
  #ids = new Set<string>();
  #assistant: CompletionPart[] = [];
  #assistantCache: CacheControl | undefined;
  #open: OpenCall[] = [];
  #words: Words[] = [];
  /** What the system said while calls were open: it may not come between them and their results. */
  #system: CompletionMessage[] = [];
  /** Results that came since the last answer, and before their calls. */
  #early: Early[] = [];
  #isCut = false;
  #seq = 0;
  /** A model has read this many messages: they do not change any more. */
  #read = 0;

  /** Goes on after a history that is in order already. */
  static after(history: readonly CompletionMessage[]): Turns {
    const turns = new Turns();
    turns.rebase(history);
    return turns;
  }

  /** Goes on where `saved` left off. */
  static from(saved: SavedTurns): Turns {
    const { messages, answer, open, words, system, silent = [], early, isCut, seq, cacheControl, read } = saved;
    const turns = Turns.after(messages.map(restored));
    turns.#read = read ?? messages.length;
    turns.#assistant = [...answer];
    turns.#assistantCache = cacheControl;
    for (const part of answer) if (part.type === 'call') turns.#ids.add(part.id);
    turns.#open = open.map(({ named, call, result }) => ({ named, call, result }));
    turns.#words = [...words];
    turns.#system = system.map(restored);
    const texts = [...(turns.#messages.findLast(isSpoken)?.parts ?? []), ...words.map(({ part }) => part)];
    turns.#early = [...silent.map((result) => ({ result, text: undefined })), ...inTexts(early, texts)];
    turns.#isCut = isCut;
    turns.#seq = seq;
    return turns;
  }

  /** All of it as plain data, for `from`. */
  get saved(): SavedTurns {
    return {
      messages: this.#messages.map(savedMessage),
      answer: [...this.#assistant],
      ...(this.#assistantCache === undefined ? {} : { cacheControl: this.#assistantCache }),
      open: this.#open.map(({ named, call, result }) => ({ named, call, ...(result === undefined ? {} : { result }) })),
      words: [...this.#words],
      system: this.#system.map(savedMessage),
      silent: this.#early.flatMap(({ result, text }) => (text === undefined ? [result] : [])),
      early: this.#early.flatMap(({ result, text }) => (text === undefined ? [] : [result])),
      isCut: this.#isCut,
      seq: this.#seq,
      read: this.#read,
    };
  }

  /** Another history before what is still open: a compaction. */
  rebase(history: readonly CompletionMessage[]): void {
    this.#messages = [...history];
    this.#read = history.length;
    for (const { parts } of history) for (const part of parts) if (part.type === 'call') this.#ids.add(part.id);
  }

  /** Something for the model to read. `seq` orders it against the requests that could have held it. */
  say(part: CompletionPart, provenance: Provenance, seq = 0): void {
    // An empty message is left out: no provider accepts an empty text, and something else would have to be in its place.
    if (part.type === 'text' && part.text.trim() === '') return;
    this.#words.push({ part, provenance, seq });
  }

  system(text: string, cacheControl?: CacheControl): void {
    const message = completionMessage('system', [{ type: 'text', text }], 'system', undefined, cacheControl);
    if (this.#open.length > 0) {
      this.#system.push(message);
      return;
    }
    this.flush();
    if (this.#assistant.length > 0) this.#closeAssistant();
    this.#push(message);
  }

  answer(parts: readonly CompletionPart[], context: AnswerContext = {}): void {
    if (parts.length === 0) return;
    const { seq = 0, builtFrom = Number.POSITIVE_INFINITY, results, ended } = context;
    // A summary replaces what the model had read, whenever it was written.
    const isHeard = ({ seq: at, provenance }: Words): boolean => at <= builtFrom || provenance === 'compaction';
    const unheard = this.#words.filter((words) => !isHeard(words));
    this.#words = this.#words.filter(isHeard);
    const early = this.#claimed(parts, results);
    const isBeside = results === undefined && this.#isBesideOpen(parts);
    if (!isBeside) this.flush();
    const said = isBeside ? this.#assistant.findLast(({ type }) => type !== 'call') : undefined;
    const before = said === undefined ? this.#answered() : [said];
    this.#seq = Math.max(this.#seq, seq);
    const renamed = new Map<string, string>();
    for (const part of this.#isCut ? parts : apart(before, parts)) {
      if (part.type !== 'call') {
        const id = part.type === 'result' ? renamed.get(part.callId) : undefined;
        this.#assistant.push(part.type === 'result' && id !== undefined ? { ...part, callId: id } : part);
        continue;
      }
      const call = this.#unique(part, results?.get(part) ?? early.get(part));
      if (call !== part) renamed.set(part.id, call.id);
      this.#assistant.push(call);
    }
    this.#isCut = ended === 'length' || ended === 'pause';
    this.#words = unheard;
    this.#assistantCache = context.cacheControl ?? this.#assistantCache;
  }

  /** Whether these calls were made beside those that are open: nothing has come since. */
  #isBesideOpen(parts: readonly CompletionPart[]): boolean {
    const isUnanswered = this.#open.length > 0 && this.#open.every(({ result }) => result === undefined);
    return isUnanswered && this.#words.length === 0 && parts.some(({ type }) => type === 'call');
  }

  /** The results that came before these calls. What stood in their place so far is taken back. */
  #claimed(parts: readonly CompletionPart[], known: AnswerContext['results']): ReadonlyMap<CompletionPart, ResultPart> {
    /** The first of each id is the last in its list. */
    const waiting = new Map<string, Early[]>();
    for (const early of this.#early.splice(0).toReversed()) {
      const others = waiting.get(early.result.callId);
      if (others === undefined) waiting.set(early.result.callId, [early]);
      else others.push(early);
    }
    const claimed = new Map<CompletionPart, ResultPart>();
    const taken = new Set<CompletionPart>();
    for (const part of waiting.size === 0 ? [] : parts) {
      if (part.type !== 'call' || part.runs !== 'here' || known?.has(part) === true) continue;
      const early = waiting.get(part.id)?.pop();
      if (early === undefined) continue;
      claimed.set(part, early.result);
      if (early.text !== undefined) taken.add(early.text);
    }
    if (taken.size > 0) this.#takeBack(taken);
    return claimed;
  }

  #takeBack(texts: ReadonlySet<CompletionPart>): void {
    this.#words = this.#words.filter(({ part }) => !texts.has(part));
    const at = this.#messages.findLastIndex(isSpoken);
    const last = this.#messages[at];
    if (last?.role !== 'user') return;
    const parts = last.parts.filter((part) => !texts.has(part));
    if (parts.length === 0) this.#messages.splice(at, 1);
    else this.#messages[at] = withParts(last, parts);
  }

  /** What the model has said that nobody has answered. */
  #answered(): readonly CompletionPart[] {
    if (this.#assistant.length > 0) return this.#assistant;
    const last = this.#messages.at(-1);
    return last?.role === 'assistant' ? last.parts : [];
  }

  /** The result of a call of the newest answer, or of the next. Anything else becomes text: nothing is dropped in silence. */
  result(result: ResultPart): void {
    const matching = this.#open.filter((open) => open.named === result.callId);
    const open = matching.find((candidate) => candidate.result === undefined);
    if (open !== undefined) {
      open.result = answering(open.call, result);
      return;
    }
    const isRepeat = matching.some(({ call, result: known }) => isSame(known, answering(call, result)));
    if (isRepeat || (matching.length === 0 && this.#replaceMissing(result))) return;
    // A second result of a call is not told to the model: it may belong to the next call with this id.
    const text = matching.length === 0 ? earlyText(result) : undefined;
    this.#early.push({ result, text });
    if (text !== undefined) this.say(text, 'tool-results');
  }

  /** What was said is in place of a result that came after all, as long as no model has answered, or none has read it. A call before other words of a person is past. */
  #replaceMissing(result: ResultPart): boolean {
    for (let at = this.#messages.length - 1; at >= 0; at -= 1) {
      const message = this.#messages[at];
      const isLast = at === this.#messages.length - 1 && this.#assistant.length === 0;
      if (message === undefined || (at < this.#read && !isLast)) return false;
      const missed = message.parts.find((part): part is ResultPart => isMissing(part) && part.callId === result.callId);
      if (missed !== undefined) {
        const given = { ...result, name: result.name || missed.name };
        this.#messages[at] = withParts(
          message,
          message.parts.map((part) => (part === missed ? given : part)),
        );
        return true;
      }
      if (message.role === 'user' && message.parts.some(({ type }) => type !== 'result')) return false;
    }
    return false;
  }

  orphan(name: string, text: string, seq = 0, reading: Reading = 'plain'): void {
    this.say(orphanText(name, text, reading), 'tool-results', seq);
  }

  /** Closes the model's turn, if one is open, and puts everything waiting into one user message. */
  flush(cacheControl?: CacheControl): void {
    if (this.#assistant.length > 0 && (this.#open.length > 0 || this.#words.length > 0)) this.#closeAssistant();
    const results = this.#open.map(({ call, result }) => result ?? missing(call));
    const parts = [...results, ...this.#words.map((words) => words.part)];
    if (parts.length === 0) {
      this.#markLast(cacheControl);
      return;
    }
    const seq = this.#words.reduce((latest, words) => Math.max(latest, words.seq), this.#seq);
    this.#push(completionMessage('user', parts, provenanceOf(results.length, this.#words), seq, cacheControl));
    this.#open = [];
    this.#words = [];
    this.#seq = seq;
    for (const message of this.#system.splice(0)) this.#push(message);
  }

  /** A model reads all that is flushed. */
  seal(): void {
    this.#read = this.#messages.length;
  }

  /** What the next flush will add. */
  get waiting(): readonly CompletionPart[] {
    return [...this.#open.flatMap(({ result }) => result ?? []), ...this.#words.map(({ part }) => part)];
  }

  /** The messages that nothing can join any more, but for words at the end of the last. */
  get closed(): readonly CompletionMessage[] {
    return this.#messages;
  }

  /** All messages so far; what is not flushed waits. */
  messages(): readonly CompletionMessage[] {
    if (this.#assistant.length === 0) return [...this.#messages];
    const answer = this.#answer([...this.#assistant]);
    const last = this.#messages.at(-1);
    if (last?.role !== 'assistant') return [...this.#messages, answer];
    return [...this.#messages.slice(0, -1), joined(last, answer)];
  }

  #closeAssistant(): void {
    // Not a copy: an answer may have as many parts as a thread has steps.
    this.#push(this.#answer(this.#assistant));
    this.#assistant = [];
    this.#assistantCache = undefined;
  }

  #answer(parts: readonly CompletionPart[]): CompletionMessage {
    return completionMessage('assistant', parts, 'assistant', this.#seq, this.#assistantCache);
  }

  /** An empty message: everything in it was joined to the one before. */
  #markLast(cacheControl: CacheControl | undefined): void {
    const last = this.#messages.at(-1);
    if (cacheControl === undefined || last?.role !== 'user' || this.#assistant.length > 0) return;
    this.#replaceLast(completionMessage('user', last.parts, last.provenance, last.seq, cacheControl));
  }

  #push(message: CompletionMessage): void {
    const last = this.#messages.at(-1);
    if (last?.role !== message.role || message.role === 'system') {
      this.#messages.push(message);
      return;
    }
    this.#replaceLast(joined(last, message));
  }

  #replaceLast(message: CompletionMessage): void {
    this.#messages[this.#messages.length - 1] = message;
  }

  #unique(call: CallPart, result: ResultPart | undefined): CallPart {
    let id = call.id;
    for (let n = this.#ids.size; this.#ids.has(id) || id === ''; n += 1) id = `call_${n}`;
    this.#ids.add(id);
    const unique = id === call.id ? call : { ...call, id };
    const answered = result === undefined ? undefined : answering(unique, result);
    if (call.runs === 'here') this.#open.push({ named: call.id, call: unique, result: answered });
    return unique;
  }
}

function isSame(known: ResultPart | undefined, result: ResultPart): boolean {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(result);
}

function isSpoken({ role }: CompletionMessage): boolean {
  return role !== 'system';
}

/** A result that has no call to be after. */
export function orphanText(
  name: string,
  text: string,
  reading: Reading = 'plain',
): Extract<CompletionPart, { type: 'text' }> {
  const whose = name === '' ? 'a call' : `a call of ${name}`;
  return { type: 'text', text: `[Result of ${whose} that is not in this conversation]: ${asRead(text, reading)}` };
}

/** Whether `orphanText` wrote it. */
export function isOrphanText(text: string): boolean {
  return /^\[Result of a call(?: of [^\n]*)? that is not in this conversation\]: /.test(text);
}

function earlyText(result: ResultPart): Extract<CompletionPart, { type: 'text' }> {
  return orphanText(result.name, onlyText(result.parts));
}

/** Each result with the text that stands for it: of those with the same words the last ones, since those before may be of results past. */
function inTexts(results: readonly ResultPart[], texts: readonly CompletionPart[]): readonly Early[] {
  const same = new Map<string, CompletionPart[]>();
  for (const part of texts) {
    if (part.type !== 'text') continue;
    const others = same.get(part.text) ?? [];
    others.push(part);
    same.set(part.text, others);
  }
  const last = (text: ReturnType<typeof earlyText>): CompletionPart => same.get(text.text)?.pop() ?? text;
  const early = results.toReversed().map((result) => ({ result, text: last(earlyText(result)) }));
  return early.toReversed();
}

function answering(call: CallPart, result: ResultPart): ResultPart {
  if (result.callId === call.id && result.name !== '') return result;
  return { ...result, callId: call.id, name: result.name || call.name };
}

function missing(call: CallPart): ResultPart {
  const parts = [{ type: 'text', text: NO_RESULT }] as const;
  return { type: 'result', callId: call.id, name: call.name, parts, isError: true, runs: 'here' };
}

/** A result that we made up is recognised by its words, so that it is also recognised after a restart. */
export function isMissing(part: CompletionPart): part is ResultPart {
  return part.type === 'result' && part.isError && onlyText(part.parts) === NO_RESULT;
}

function provenanceOf(results: number, words: readonly Words[]): Provenance {
  if (results > 0) return words.length > 0 ? 'tool-results-and-text' : 'tool-results';
  if (words.some((word) => word.provenance === 'compaction')) return 'compaction';
  const first = words[0]?.provenance ?? 'user';
  return words.every((word) => word.provenance === first) ? first : 'mixed';
}

/** `restored(savedMessage(message))` */
function restored({ role, parts, provenance, seq, cacheControl }: SavedMessage): CompletionMessage {
  return completionMessage(role, parts, provenance ?? role, seq, cacheControl);
}
