/**
 * What a process printed, in bounded memory: the beginning and the end are kept, the middle is counted. Taking a chunk
 * costs the same whether the process prints a line or for ever.
 */
const HEAD = 4 * 1024 * 1024;
const TAIL = 1024 * 1024;

export class BoundedOutput {
  #head = '';
  #tail: string[] = [];
  #first = 0;
  #tailUnits = 0;
  #dropped = 0;

  push(text: string): void {
    const room = HEAD - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = text.slice(room);
    if (rest === '') return;
    this.#tail.push(rest);
    this.#tailUnits += rest.length;
    for (let oldest = this.#tail[this.#first]; oldest !== undefined; oldest = this.#tail[this.#first]) {
      if (this.#tailUnits - oldest.length < TAIL) break;
      this.#tailUnits -= oldest.length;
      this.#dropped += oldest.length;
      this.#first += 1;
    }
    if (this.#first > 1024) {
      this.#tail = this.#tail.slice(this.#first);
      this.#first = 0;
    }
  }

  get text(): string {
    const tail = this.#tail.slice(this.#first).join('');
    if (this.#dropped === 0) return this.#head + tail;
    return `${this.#head}\n[${this.#dropped} characters were not kept here]\n${tail}`;
  }
}
