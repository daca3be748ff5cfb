import { isLeakedJson } from '../../ledger/json/is-leaked-json.ts';
import type { ToldStep } from './told-step.ts';
import type { ToldTurn } from './told-turn.ts';

/** Steps that are never told to their end must not cost every message for ever. */
const MOST_STEPS = 32;

/** The steps that are being told, the newest last: a stored message may say what one of them has begun to say. */
export class SpeakingSteps {
  readonly #steps = new Set<ToldStep>();

  add(step: ToldStep): void {
    this.#steps.add(step);
    if (this.#steps.size <= MOST_STEPS) return;
    for (const oldest of this.#steps) {
      this.#steps.delete(oldest);
      break;
    }
  }

  end(step: ToldStep): void {
    this.#steps.delete(step);
  }

  /** The step that has begun to say that; where nothing is said beside calls, the one of that turn that tells their arguments. It is that message's. */
  take(said: string, turn: ToldTurn): ToldStep | undefined {
    const text = said.trim();
    for (const step of this.#steps) {
      const isMeant = text === '' ? step.turn === turn && isLeakedJson(step.words) : hasBegun(step, text);
      if (!isMeant) continue;
      step.isStored = true;
      this.#steps.delete(step);
      return step;
    }
    return undefined;
  }
}

/** The first words are looked at first: all of them are long. */
function hasBegun(step: ToldStep, text: string): boolean {
  const opening = step.opening.trim();
  return opening !== '' && text.startsWith(opening) && text.startsWith(step.words.trim());
}
