import type { Blobs } from '../src/index.ts';

/** A store of bytes in memory; `texts` is what was put, in order. */
export class MemoryBlobs implements Blobs {
  readonly texts: string[] = [];

  put(content: Uint8Array): Promise<string> {
    this.texts.push(new TextDecoder().decode(content));
    return Promise.resolve(`hash-${this.texts.length}`);
  }

  get(hash: string): Promise<Uint8Array | undefined> {
    const text = this.texts[Number(hash.slice('hash-'.length)) - 1];
    return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
  }
}
