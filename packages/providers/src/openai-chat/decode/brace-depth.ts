/** Knows whether the brackets of a growing JSON text are closed. Reads each character once, and only when asked. */
export class BraceDepth {
  #unread: string[] = [];
  #depth = 0;
  #hasOpened = false;
  #isText = false;
  #isEscaped = false;

  add(text: string): void {
    this.#unread.push(text);
  }

  /** Whether at least one bracket was opened, and all are closed. */
  isClosed(): boolean {
    for (const text of this.#unread) this.#read(text);
    this.#unread = [];
    return this.#hasOpened && this.#depth === 0 && !this.#isText;
  }

  #read(text: string): void {
    for (const character of text) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isText) {
        if (character === '\\') this.#isEscaped = true;
        if (character === '"') this.#isText = false;
      } else if (character === '"') this.#isText = true;
      else if (character === '{' || character === '[') {
        this.#depth += 1;
        this.#hasOpened = true;
      } else if (character === '}' || character === ']') this.#depth -= 1;
    }
  }
}
