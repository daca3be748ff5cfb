/** Where bytes go that are too many for the ledger. */
export interface Blobs {
  /** Gives the hash under which they are found again. */
  put(content: Uint8Array): Promise<string>;
}
