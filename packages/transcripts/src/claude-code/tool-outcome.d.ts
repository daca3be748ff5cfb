import type { Json, Outcome } from '@toolthread/core';
import type { Fields } from '../fields.ts';
/** From what the file records beside the text: the flag, the structured result, the kind of denial. */
export declare function toolOutcome(record: Fields, block: Fields): Outcome;
export declare function isRejected(record: Fields, block: Fields): boolean;
/** The structured result, without the bytes of an image that the content already holds. */
export declare function structuredResult(value: Json | undefined): Json | undefined;
