import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { titleOf } from '../thread/title-of.ts';

/** A session's name. In this order: the person's own title, the program's, a summary, the first prompt, the first command. Of titles and summaries the last counts. */
export class Titles {
  readonly #by = new Map<string, string>();
  readonly #summaries: { readonly text: string; readonly leaf: string | undefined }[] = [];
  readonly #isHere: (uuid: string) => boolean;

  /** `isHere`: whether the file has a record with that uuid. */
  constructor(isHere: (uuid: string) => boolean) {
    this.#isHere = isHere;
  }

  take(type: 'summary' | 'ai-title' | 'custom-title' | 'agent-name' | 'prompt' | 'command', record: JsonFields): void {
    const name = {
      summary: 'summary',
      'ai-title': 'aiTitle',
      'custom-title': 'customTitle',
      'agent-name': 'agentName',
    };
    const said = type === 'prompt' || type === 'command';
    const text = said ? textOf(record['text']) : textOf(record[name[type]]);
    if (text === undefined || text.trim() === '' || (said && this.#by.has(type))) return;
    if (type === 'summary') this.#summaries.push({ text, leaf: textOf(record['leafUuid']) });
    else this.#by.set(type, titleOf(text));
  }

  get best(): string | undefined {
    for (const type of ['custom-title', 'ai-title', 'summary', 'prompt', 'command']) {
      const title = type === 'summary' ? this.#summary() : this.#by.get(type);
      if (title !== undefined) return title;
    }
    return undefined;
  }

  /** A file begins with summaries of other sessions too: each names the last record of what it sums up. */
  #summary(): string | undefined {
    const own = this.#summaries.findLast(({ leaf }) => leaf === undefined || this.#isHere(leaf));
    return own === undefined ? undefined : titleOf(own.text);
  }
}
