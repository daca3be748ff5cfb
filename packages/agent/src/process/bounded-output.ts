/**
 * What a process printed, in bounded memory: the beginning and the end are kept, the middle is counted. Taking a chunk
 * costs the same whether the process prints a line or for ever, and no text is made of what is not kept.
 */
import { unfinished } from './unfinished.ts';

const HEAD = 1024 * 1024;
const TAIL = 1024 * 1024;

export class BoundedOutput {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** A ring: what is overwritten first is the oldest. */
  #tail: Buffer | undefined;
  #tailBytes = 0;

  /** Of whole characters. */
  push(chunk: Buffer): void {
    const room = this.#tail === undefined ? HEAD - this.#headBytes : 0;
    const fits = chunk.subarray(0, room);
    const head = fits.length < chunk.length ? fits.subarray(0, fits.length - unfinished(fits)) : fits;
    if (head.length > 0) this.#head.push(head);
    this.#headBytes += head.length;
    if (head.length < chunk.length) this.#overwrite(chunk.subarray(head.length));
  }

  #overwrite(rest: Buffer): void {
    const ring = (this.#tail ??= Buffer.alloc(TAIL));
    const last = rest.subarray(Math.max(0, rest.length - TAIL));
    const at = (this.#tailBytes + rest.length - last.length) % TAIL;
    const copied = last.copy(ring, at);
    last.copy(ring, 0, copied);
    this.#tailBytes += rest.length;
  }

  get text(): string {
    return Buffer.concat([...this.#head, ...this.#end()]).toString();
  }

  #end(): readonly Buffer[] {
    const [ring, at] = [this.#tail, this.#tailBytes % TAIL];
    if (ring === undefined) return [];
    if (this.#tailBytes <= TAIL) return [ring.subarray(0, this.#tailBytes)];
    // What was overwritten may have taken the beginning of a character with it.
    const [oldest, newest] = [ring.subarray(at), ring.subarray(0, at)];
    const broken = Math.max(
      0,
      [0, 1, 2, 3].findIndex((n) => ((ring[(at + n) % TAIL] ?? 0) & 0xc0) !== 0x80),
    );
    const dropped = this.#tailBytes - TAIL + broken;
    const kept = [oldest.subarray(broken), newest.subarray(Math.max(0, broken - oldest.length))];
    return [Buffer.from(`\n[${dropped} bytes were not kept here]\n`), ...kept];
  }
}
