import type { Json } from '@toolthread/core';
export interface ParsedDocument {
  /** Of a damaged document: what stands before the damage. */
  readonly value: Json | undefined;
  readonly fault:
    | {
        readonly reason: string;
        readonly line: number;
        readonly byte: number;
      }
    | undefined;
}
/** `parseDocument('{"messages":[{"role":"user"').value` holds the message, and the fault says where it was cut. */
export declare function parseDocument(text: string): ParsedDocument;
