import { redactUpTo } from './redact-text.ts';

/**
 * The same as the whole text would give, piece by piece: only what may be the beginning of a secret waits for what follows
 * it, which is always less than the longest one.
 */
export class RedactedStream {
  readonly #forms: readonly string[];
  readonly #longest: number;
  #held = '';
  /** So much of what is held belongs to a secret that has been marked already. */
  #marked = 0;

  constructor(forms: readonly string[]) {
    this.#forms = forms;
    this.#longest = Math.max(0, ...forms.map(({ length }) => length));
  }

  /** What can be shown by now. */
  push(text: string): string {
    const whole = this.#held + text;
    return this.#take(whole, this.#safeLength(whole));
  }

  /** The rest. */
  end(): string {
    return this.#take(this.#held, this.#held.length);
  }

  #take(whole: string, length: number): string {
    const { text, marked } = redactUpTo(whole, length, this.#forms, this.#marked);
    this.#held = whole.slice(length);
    this.#marked = marked;
    return text;
  }

  /** Up to the first place from which on all that is there is the beginning of a secret. */
  #safeLength(text: string): number {
    for (let at = Math.max(0, text.length - this.#longest + 1); at < text.length; at += 1) {
      const rest = text.length - at;
      const begins = this.#forms.some((form) => form.length > rest && text.startsWith(form.slice(0, rest), at));
      if (begins) return at;
    }
    return text.length;
  }
}
