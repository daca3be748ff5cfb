import type { Json } from '@toolthread/core';
export type ParsedJson =
  | {
      readonly ok: true;
      readonly value: Json;
    }
  | {
      readonly ok: false;
      readonly reason: string;
    };
/**
 * Deeper than any real record, and well below where an event is refused: whoever takes a record apart may recurse.
 */
export declare const RECORD_DEPTH_LIMIT = 200;
/** `parseJson('{"a":1}')`; it never throws, and gives nothing that is too deep to walk. */
export declare function parseJson(text: string): ParsedJson;
