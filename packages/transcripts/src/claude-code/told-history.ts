/** A session that is resumed may write its history again: the same words and responses, under other uuids. */
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';

export class ToldHistory {
  readonly #said = new TextNumbers();
  /** What was said, and when. */
  readonly #saidAt = new TextNumbers();
  readonly #responses = new TextNumbers();
  /** The last response was one that is known: what follows may be known too. */
  #isRepeating = false;

  /**
   * Whether a person's words were told before. `unsure`: the same words, at another time, where a history may begin again; the next
   * response tells.
   */
  prompt(record: JsonFields): 'new' | 'told' | 'unsure' {
    const key = promptIn(record);
    if (key === undefined || !this.#said.has(key)) return 'new';
    const at = textOf(record['timestamp']);
    if (at !== undefined && this.#saidAt.has(saidAt(key, at))) return 'told';
    const isRoot = textOf(record['parentUuid']) === undefined;
    return isRoot || this.#isRepeating ? 'unsure' : 'new';
  }

  /** Whether its response was told before. */
  isTold(record: JsonFields): boolean {
    const id = textOf(fieldsOf(record['message'])['id']);
    return id !== undefined && this.#responses.has(id);
  }

  /** `wasTold`: the record said nothing new. */
  note(record: JsonFields, wasTold: boolean): void {
    const { type } = record;
    if (type === 'assistant') {
      this.#isRepeating = wasTold;
      const id = textOf(fieldsOf(record['message'])['id']);
      if (id !== undefined) this.#responses.add(id);
    }
    const key = promptIn(record);
    if (key === undefined) return;
    this.#said.add(key);
    const at = textOf(record['timestamp']);
    if (at !== undefined) this.#saidAt.add(saidAt(key, at));
  }
}

function saidAt(words: string, at: string): string {
  return JSON.stringify([at, words]);
}

/** Words that a person typed in the session itself; results have ids of their own. */
function promptIn(record: JsonFields): string | undefined {
  if (record['type'] !== 'user' || record['isMeta'] === true || record['isSidechain'] === true) return undefined;
  const { content } = fieldsOf(record['message']);
  if (listOf(content).some((block) => fieldsOf(block)['type'] === 'tool_result')) return undefined;
  return content === undefined ? undefined : JSON.stringify(content);
}
