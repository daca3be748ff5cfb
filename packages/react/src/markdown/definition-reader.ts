import { noDefinitions, parseSegment } from './parse-segment.ts';
import type { Definitions } from './parse-segment.ts';
import type { Segment } from './segment-reader.ts';

/** More definitions than this are not looked at: each new one draws the whole text again. */
const DEFINITION_LIMIT = 64;

/** The `[name]: address` lines of closed segments. The same object while nothing was added. */
export class DefinitionReader {
  /** How deep the first heading among them is. */
  firstHeading: number | undefined;
  #definitions: Definitions = noDefinitions;
  #page = 0;
  #seen = 0;
  #restarts = 0;

  read(pages: readonly (readonly Segment[])[], restarts: number): Definitions {
    if (restarts !== this.#restarts) {
      this.#restarts = restarts;
      this.#definitions = noDefinitions;
      this.firstHeading = undefined;
      this.#page = this.#seen = 0;
    }
    for (;;) {
      const segment = pages[this.#page]?.[this.#seen];
      if (segment === undefined && this.#page < pages.length - 1) {
        this.#page += 1;
        this.#seen = 0;
        continue;
      }
      if (segment?.closed !== true) return this.#definitions;
      this.#add(segment);
      this.#seen += 1;
    }
  }

  #add(segment: Segment): void {
    if (segment.kind !== 'markdown') return;
    this.firstHeading ??= /^ {0,3}(#{1,6})\s/m.exec(segment.text)?.[1]?.length;
    if (!/^ {0,3}\[[^\]\n]{1,999}\]:/m.test(segment.text)) return;
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
