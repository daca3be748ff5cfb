/** Reading a foreign record: nothing in it is what it should be until it was looked at. */
import type { Json } from '@toolthread/core';
export interface Fields {
  readonly [name: string]: Json | undefined;
}
export declare function isFields(value: Json | undefined): value is Fields & Json;
export declare function fieldsOf(value: Json | undefined): Fields;
export declare function listOf(value: Json | undefined): readonly Json[];
export declare function textIn(fields: Fields, name: string): string | undefined;
export declare function numberIn(fields: Fields, name: string): number | undefined;
/** ISO text or milliseconds, as milliseconds. */
export declare function timeIn(fields: Fields, name: string): number | undefined;
