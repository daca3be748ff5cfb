/**
 * A session that is resumed may write its history again: the same words and responses, under other uuids. What was one record of several
 * blocks may then be several records, so it is by their blocks that words are known again.
 */
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';

export class ToldHistory {
  /** What was said, each with its turn. */
  readonly #said = new TextNumbers();
  /** What was said, and when. */
  readonly #saidAt = new TextNumbers();
  readonly #responses = new TextNumbers();
  #lastResponse: string | undefined;
  /** The last response was one that is known: what follows may be known too. */
  #isRepeating = false;

  /**
   * Whether a person's words were told before. `unsure`: the same words, at another time, where a history may begin again; the next
   * response tells.
   */
  prompt(record: JsonFields): 'new' | 'told' | 'unsure' {
    if (!this.wasSaid(record)) return 'new';
    const at = textOf(record['timestamp']);
    if (at !== undefined && blocksIn(record).every((block) => this.#saidAt.has(saidAt(block, at)))) return 'told';
    const isRoot = textOf(record['parentUuid']) === undefined;
    return isRoot || this.#isRepeating ? 'unsure' : 'new';
  }

  /** The same words, whenever. */
  wasSaid(record: JsonFields): boolean {
    const blocks = blocksIn(record);
    return blocks.length > 0 && blocks.every((block) => this.#said.has(block));
  }

  /** The turn in which the last of its words were said. */
  turnOf(record: JsonFields): number {
    return Math.max(0, ...blocksIn(record).map((block) => this.#said.get(block) ?? 0));
  }

  /** Whether its response was told before. */
  isTold(record: JsonFields): boolean {
    const id = textOf(fieldsOf(record['message'])['id']);
    return id !== undefined && this.#responses.has(id);
  }

  /** `wasTold`: the record said nothing new. `turn`: of the session's, the one it is in. */
  note(record: JsonFields, wasTold: boolean, turn: number): void {
    const { type } = record;
    if (type === 'assistant' && record['isSidechain'] !== true) {
      this.#isRepeating = wasTold;
      const id = textOf(fieldsOf(record['message'])['id']);
      // Most lines are of the response of the line before.
      if (id !== undefined && id !== this.#lastResponse) this.#responses.add(id);
      this.#lastResponse = id;
    }
    const at = textOf(record['timestamp']);
    for (const block of blocksIn(record)) {
      this.#said.set(block, turn);
      if (at !== undefined) this.#saidAt.add(saidAt(block, at));
    }
  }
}

function saidAt(words: string, at: string): string {
  return JSON.stringify([at, words]);
}

/** The blocks of what a person typed in the session itself, as text; none of another record. Results have ids of their own. */
function blocksIn(record: JsonFields): readonly string[] {
  if (record['type'] !== 'user' || record['isMeta'] === true || record['isSidechain'] === true) return [];
  const { content } = fieldsOf(record['message']);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  if (blocks.some((block) => fieldsOf(block)['type'] === 'tool_result')) return [];
  return blocks.map((block) => JSON.stringify(block));
}
