import { noDefinitions, parseSegment } from './parse.ts';
import type { Definitions } from './parse.ts';
import { PAGE } from './segments.ts';
import type { Segment } from './segments.ts';

/** More definitions than this are not looked at: each new one draws the whole text anew. */
const DEFINITION_LIMIT = 64;

/** The `[name]: address` lines of closed segments. The same object while nothing was added. */
export class DefinitionReader {
  #definitions: Definitions = noDefinitions;
  #seen = 0;
  #restarts = 0;

  read(pages: readonly (readonly Segment[])[], restarts: number): Definitions {
    if (restarts !== this.#restarts) {
      this.#restarts = restarts;
      this.#definitions = noDefinitions;
      this.#seen = 0;
    }
    for (;;) {
      const segment = pages[Math.floor(this.#seen / PAGE)]?.[this.#seen % PAGE];
      if (segment?.closed !== true) return this.#definitions;
      this.#add(segment);
      this.#seen += 1;
    }
  }

  #add(segment: Segment): void {
    if (segment.kind === 'code' || !/^ {0,3}\[[^\]]+\]:/m.test(segment.text)) return;
    const parsed = parseSegment(segment, noDefinitions);
    if (parsed.kind === 'plain') return;
    for (const token of parsed.tokens) {
      if (token.type !== 'def' || Object.keys(this.#definitions).length >= DEFINITION_LIMIT) continue;
      const { tag, href, title } = token;
      if (tag !== '__proto__' && !Object.hasOwn(this.#definitions, tag)) {
        this.#definitions = { ...this.#definitions, [tag]: { href, title } };
      }
    }
  }
}
