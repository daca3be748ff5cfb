/**
 * A session that is resumed may write its history again: the same words and responses, under other uuids. What was one record of several
 * blocks may then be several records, so it is by their blocks that words are known again.
 */
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { jsonKey } from '../records/text-key.ts';
import { TextNumbers } from '../records/text-numbers.ts';
import type { Blocks } from './blocks.ts';

/** What a record tells, by all that came before it in the file. */
export interface Known {
  /** A person's words. `unsure`: the same words, at another time, where a history may begin again; the next response tells. */
  readonly words: 'new' | 'told' | 'unsure';
  /** A person said something, or the program in their place. */
  readonly hasWords: boolean;
  /** The same words came before, whenever. */
  readonly wasSaid: boolean;
  /** It is of a response that came before. */
  readonly isAgain: boolean;
  /** It is of a response, and all of it came before. */
  readonly isCopy: boolean;
}

export class ToldHistory {
  /** What was said, each with its turn; the same with the time, and with the turn that it follows. */
  readonly #said = new TextNumbers();
  readonly #saidAt = new TextNumbers();
  readonly #saidAfter = new TextNumbers();
  /** From 1. */
  readonly #responses = new TextNumbers();
  readonly #blocks: Blocks;
  #lastResponse: string | undefined;
  #lastNumber = 0;
  /** The record before, in the session itself. */
  #lastUuid: string | undefined;
  /** The last response was one that is known: what follows may be known too. */
  #isRepeating = false;
  /** So was the last response, or the last words, whichever came last. */
  #isAfterCopy = false;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  /** The next record of the file comes. */
  hear(record: JsonFields): Known {
    const words = blocksIn(record);
    const blocks = words.length === 0 ? besideIn(record) : words;
    const hasWords = words.length > 0;
    const wasSaid = blocks.length > 0 && blocks.every((block) => this.#said.has(block));
    const told = wasSaid && (hasWords || this.#isAfterCopy) ? this.#wordsOf(record, blocks) : 'new';
    if (hasWords) this.#isAfterCopy = told !== 'new';
    const at = textOf(record['timestamp']);
    for (const block of blocks) {
      this.#said.getOrSet(block, 0);
      if (at !== undefined) this.#saidAt.getOrSet(saidAt(block, at), 0);
    }
    if (record['isSidechain'] !== true) this.#lastUuid = textOf(record['uuid']) ?? this.#lastUuid;
    const { isAgain, isCopy } = this.#hearResponse(record);
    return { words: told, hasWords, wasSaid, isAgain, isCopy };
  }

  /** The turn that its words are of: of those at its time, else of those that follow `before`, else of the last. */
  turnOf(record: JsonFields, before: number): number {
    const at = textOf(record['timestamp']) ?? '';
    const turns = blocksIn(record).map(
      (block) =>
        this.#saidAt.get(saidAt(block, at)) || this.#saidAfter.get(saidAfter(block, before)) || this.#said.get(block),
    );
    return Math.max(0, ...turns.map((turn) => turn ?? 0));
  }

  /** The turn in which its words were said, and the one that it follows. */
  place(record: JsonFields, turn: number, before: number): void {
    const at = textOf(record['timestamp']);
    for (const block of blocksIn(record)) {
      this.#said.set(block, turn);
      this.#saidAfter.set(saidAfter(block, before), turn);
      if (at !== undefined) this.#saidAt.set(saidAt(block, at), turn);
    }
  }

  #wordsOf(record: JsonFields, blocks: readonly string[]): 'new' | 'told' | 'unsure' {
    const at = textOf(record['timestamp']);
    if (at !== undefined && blocks.every((block) => this.#saidAt.has(saidAt(block, at)))) return 'told';
    // With a summary begins what a program knows after a compaction. A part of the history may be written beside itself.
    const parent = textOf(record['parentUuid']);
    const begins = parent === undefined || parent !== this.#lastUuid || record['isCompactSummary'] === true;
    return begins || this.#isRepeating ? 'unsure' : 'new';
  }

  #hearResponse(record: JsonFields): Pick<Known, 'isAgain' | 'isCopy'> {
    if (record['type'] !== 'assistant' || record['isSidechain'] === true) return { isAgain: false, isCopy: false };
    const message = fieldsOf(record['message']);
    const id = textOf(message['id']);
    // Most lines are of the response of the line before.
    const isAgain = id !== undefined && (id === this.#lastResponse || this.#isKnown(id));
    this.#lastResponse = id;
    const isCopy = id !== undefined && this.#repeats(message['content']);
    this.#isRepeating = isCopy;
    this.#isAfterCopy = isCopy;
    return { isAgain, isCopy };
  }

  #isKnown(id: string): boolean {
    const next = this.#responses.size + 1;
    const known = this.#responses.getOrSet(id, next);
    this.#lastNumber = known ?? next;
    return known !== undefined;
  }

  #repeats(content: Json | undefined): boolean {
    const blocks = typeof content === 'string' ? [content] : listOf(content);
    const fresh = blocks.filter((block) => this.#blocks.add(this.#blocks.numberOf(block), 'heard', this.#lastNumber));
    return fresh.length === 0 && blocks.length > 0;
  }
}

function saidAt(words: string, at: string): string {
  return `${words} ${JSON.stringify(at)}`;
}

function saidAfter(words: string, turn: number): string {
  return `${turn} ${words}`;
}

/** The blocks of what a person typed in the session itself, each as its key: one may have a hundred megabytes. None of another record. Results have ids of their own. */
function blocksIn(record: JsonFields): readonly string[] {
  if (record['type'] !== 'user' || record['isMeta'] === true || record['isSidechain'] === true) return [];
  const { content } = fieldsOf(record['message']);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  if (blocks.some(isResult)) return [];
  return blocks.map((block) => `typed ${jsonKey(block)}`);
}

/** What else is shown, and has no id of its own: words that were typed while the agent worked, and failed attempts. It is a copy only where what is before it is one. */
function besideIn(record: JsonFields): readonly string[] {
  if (record['isSidechain'] === true) return [];
  switch (textOf(record['type']) ?? '') {
    case 'user': {
      const blocks = listOf(fieldsOf(record['message'])['content']);
      return record['isMeta'] !== true && !blocks.every(isResult) ? blocks.map((block) => jsonKey(block)) : [];
    }
    case 'attachment':
      return fieldsOf(record['attachment'])['type'] === 'queued_command' ? [jsonKey(record['attachment'])] : [];
    case 'system': {
      const { subtype, content = null, error = null, cause = null, retryAttempt = null } = record;
      return subtype === 'api_error' ? [jsonKey([subtype, content, error, cause, retryAttempt])] : [];
    }
    default:
      return [];
  }
}

function isResult(block: Json): boolean {
  return fieldsOf(block)['type'] === 'tool_result';
}
