/** A line to its records. What cannot be read is named; what stands beside it on the line survives. */
import type { Json } from '@toolthread/core';
export interface ParsedLine {
  readonly records: readonly {
    readonly value: Json;
    readonly column: number;
  }[];
  /** What was lost, and where on the line. */
  readonly faults: readonly LineFault[];
}
interface LineFault {
  readonly reason: string;
  readonly column: number;
}
/** `parseLine('{"a":1}{"b":2}').records.length === 2` */
export declare function parseLine(text: string): ParsedLine;
export {};
