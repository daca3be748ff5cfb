import { createHash } from 'node:crypto';
import type { Blobs } from '../src/index.ts';

/** A store of bytes in memory; `texts` is what was put one by one, in order. */
export class MemoryBlobs implements Blobs {
  readonly texts: string[] = [];
  readonly #kept = new Map<string, Uint8Array>();

  put(content: Uint8Array): Promise<string> {
    this.texts.push(new TextDecoder().decode(content));
    return Promise.resolve(this.#keep(content));
  }

  putAll(contents: readonly Uint8Array[]): Promise<readonly string[]> {
    return Promise.resolve(contents.map((content) => this.#keep(content)));
  }

  get(hash: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#kept.get(hash));
  }

  #keep(content: Uint8Array): string {
    const hash = createHash('sha256').update(content).digest('hex');
    this.#kept.set(hash, content.slice());
    return hash;
  }
}
