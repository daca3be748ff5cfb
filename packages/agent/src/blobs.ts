/** Where bytes are kept that are too large for the ledger. */
export interface Blobs {
  /** Returns the hash under which they are found again. */
  put(content: Uint8Array): Promise<string>;
  /** The same for many at once, in their order. */
  putAll(contents: readonly Uint8Array[]): Promise<readonly string[]>;
  /** Undefined if there is nothing under that hash. */
  get(hash: string): Promise<Uint8Array | undefined>;
}
