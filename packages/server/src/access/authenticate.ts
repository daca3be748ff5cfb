/** Somebody whom the program around the server knows. */
export interface User {
  /** Stands in the ledger beside what this person says and decides. */
  readonly name: string;
  /** Without it, all. */
  readonly may?: 'all' | 'read';
}

/**
 * Who sends a request, of which it is given the address, the method and the headers; undefined or null if it does not know. What it
 * throws lets nobody in.
 */
export type Authenticate = (request: Request) => User | null | undefined | Promise<User | null | undefined>;
