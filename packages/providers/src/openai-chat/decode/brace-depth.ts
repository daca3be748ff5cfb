/** Follows a JSON text as it comes, as far as to know whether its braces are closed. Looks at each sign once, and only if asked. */
export class BraceDepth {
  #unread: string[] = [];
  #depth = 0;
  #hasOpened = false;
  #isText = false;
  #isEscaped = false;

  add(text: string): void {
    this.#unread.push(text);
  }

  /** Whether something was opened, and all of it is closed. */
  isClosed(): boolean {
    for (const text of this.#unread) this.#read(text);
    this.#unread = [];
    return this.#hasOpened && this.#depth === 0 && !this.#isText;
  }

  #read(text: string): void {
    for (const sign of text) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isText) {
        if (sign === '\\') this.#isEscaped = true;
        if (sign === '"') this.#isText = false;
      } else if (sign === '"') this.#isText = true;
      else if (sign === '{' || sign === '[') {
        this.#depth += 1;
        this.#hasOpened = true;
      } else if (sign === '}' || sign === ']') this.#depth -= 1;
    }
  }
}
