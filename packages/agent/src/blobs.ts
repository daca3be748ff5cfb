/** Where bytes go that are too many for the ledger. */
export interface Blobs {
  /** Gives the hash under which they are found again. */
  put(content: Uint8Array): Promise<string>;
  /** Undefined where there is nothing under that hash. */
  get(hash: string): Promise<Uint8Array | undefined>;
}
