/** Each text takes more memory than its letters: so many become one. */
const MANY = 10_000;

/** Texts that will be one. */
export class Texts {
  #joined: string[] = [];
  #some: string[] = [];
  #last: string | undefined;

  /** Undefined: there is none. */
  get last(): string | undefined {
    return this.#last;
  }

  add(text: string): void {
    this.#last = text;
    this.#some.push(text);
    if (this.#some.length < MANY) return;
    this.#joined.push(this.#some.join(''));
    this.#some = [];
  }

  /** All of them. From here on there is none. */
  take(): string {
    const text = this.#joined.join('') + this.#some.join('');
    [this.#joined, this.#some, this.#last] = [[], [], undefined];
    return text;
  }
}
