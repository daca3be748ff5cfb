/** Of a step that is being told: its first words, and how to get all of them. */
export interface SpeakingStep {
  readonly opening: string;
  readonly words: string;
}

/** Steps that are never told to their end must not cost every message for ever. */
const MOST_STEPS = 32;

/** The steps that are being told, the newest last: a stored message may say what one of them has begun to say. */
export class SpeakingSteps {
  readonly #steps = new Set<SpeakingStep>();

  add(step: SpeakingStep): void {
    this.#steps.add(step);
    if (this.#steps.size <= MOST_STEPS) return;
    for (const oldest of this.#steps) {
      this.#steps.delete(oldest);
      break;
    }
  }

  end(step: SpeakingStep): void {
    this.#steps.delete(step);
  }

  /** Whether one of them has begun to say that. The first words are looked at first: all of them are long. */
  haveBegun(text: string): boolean {
    for (const step of this.#steps) {
      const opening = step.opening.trim();
      if (opening !== '' && text.startsWith(opening) && text.startsWith(step.words.trim())) return true;
    }
    return false;
  }
}
