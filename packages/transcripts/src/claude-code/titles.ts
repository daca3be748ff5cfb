import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { titleOf } from '../thread/title-of.ts';

/** A session's name. In this order: the person's own title, the program's, a summary, the first prompt, the first command. Of titles and summaries the last counts. */
export class Titles {
  readonly #by = new Map<string, string>();

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
    this.#by.set(type, titleOf(text));
  }

  get best(): string | undefined {
    for (const type of ['custom-title', 'ai-title', 'summary', 'prompt', 'command']) {
      const title = this.#by.get(type);
      if (title !== undefined) return title;
    }
    return undefined;
  }
}
