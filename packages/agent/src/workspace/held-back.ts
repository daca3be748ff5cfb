import { matchesInAnyCase } from './matches-glob.ts';
import type { PassOver } from './walk.ts';

/** For a walk: what the policy holds back is neither told nor entered, and it is told that something is missing. */
export class HeldBack {
  readonly #patterns: readonly string[];
  readonly #others: PassOver | undefined;
  #found = false;

  /** `others` says what else is passed over. */
  constructor(patterns: readonly string[], others: PassOver | undefined) {
    this.#patterns = patterns;
    this.#others = others;
  }

  readonly passOver: PassOver = async (prefix, entries) => {
    const isPassedOver = await this.#others?.(prefix, entries);
    return (name, isFolder) => {
      if (!this.#patterns.some((pattern) => matchesInAnyCase(prefix + name, pattern))) {
        return isPassedOver?.(name, isFolder) ?? false;
      }
      this.#found = true;
      return true;
    };
  };

  notes(): readonly string[] {
    return this.#found ? ['(what the policy holds back is left out)'] : [];
  }
}
