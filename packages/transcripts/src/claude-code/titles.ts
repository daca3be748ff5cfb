import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { titleOf } from '../thread/title-of.ts';

/** A session's name. In this order: the person's own title, the program's, a summary; of each the last counts. Without one its first words are its title. */
export class Titles {
  readonly #by = new Map<string, string>();
  readonly #summaries: { readonly text: string; readonly leaf: string | undefined }[] = [];
  readonly #isHere: (uuid: string) => boolean;

  /** `isHere`: whether the session has a record with that uuid, and it counts. */
  constructor(isHere: (uuid: string) => boolean) {
    this.#isHere = isHere;
  }

  take(type: 'summary' | 'ai-title' | 'custom-title' | 'agent-name', record: JsonFields): void {
    const name = {
      summary: 'summary',
      'ai-title': 'aiTitle',
      'custom-title': 'customTitle',
      'agent-name': 'agentName',
    };
    const text = textOf(record[name[type]]);
    if (text === undefined || text.trim() === '') return;
    if (type === 'summary') this.#summaries.push({ text, leaf: textOf(record['leafUuid']) });
    else this.#by.set(type, titleOf(text));
  }

  get best(): string | undefined {
    return this.#by.get('custom-title') ?? this.#by.get('ai-title') ?? this.#summary();
  }

  /** A file begins with summaries of other sessions too: each names the last record of what it sums up. */
  #summary(): string | undefined {
    const own = this.#summaries.findLast(({ leaf }) => leaf === undefined || this.#isHere(leaf));
    return own === undefined ? undefined : titleOf(own.text);
  }
}
