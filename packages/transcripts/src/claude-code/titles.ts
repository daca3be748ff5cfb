import { textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { titleOf } from '../title-of.ts';

/** A session's name: a person's own before the program's, that before a summary, that before the first words. The last of each. */
export class Titles {
  readonly #by = new Map<string, string>();

  take(type: 'summary' | 'ai-title' | 'custom-title' | 'agent-name' | 'prompt', record: Fields): void {
    const name = {
      summary: 'summary',
      'ai-title': 'aiTitle',
      'custom-title': 'customTitle',
      'agent-name': 'agentName',
    };
    const text = type === 'prompt' ? textIn(record, 'text') : textIn(record, name[type]);
    if (text === undefined || text.trim() === '' || (type === 'prompt' && this.#by.has('prompt'))) return;
    this.#by.set(type, titleOf(text));
  }

  get best(): string | undefined {
    for (const type of ['custom-title', 'ai-title', 'summary', 'prompt']) {
      const title = this.#by.get(type);
      if (title !== undefined) return title;
    }
    return undefined;
  }
}
