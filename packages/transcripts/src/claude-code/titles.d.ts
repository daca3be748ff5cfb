import type { Fields } from '../fields.ts';
/** A session's name: a person's own before the program's, that before a summary, that before the first words. The last of each. */
export declare class Titles {
  #private;
  take(type: 'summary' | 'ai-title' | 'custom-title' | 'agent-name' | 'prompt', record: Fields): void;
  get best(): string | undefined;
}
