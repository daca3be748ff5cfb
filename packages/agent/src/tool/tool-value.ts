import type { ContentPart, Failure } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

export interface ToolValue {
  readonly parts: readonly ContentPart[];
  readonly structured?: Json;
  /** Set: the call failed; the parts say how far it came. */
  readonly error?: Failure;
}

/** `textValue('3 files', { files: 3 })` */
export function textValue(text: string, structured?: Json): ToolValue {
  return { parts: [{ type: 'text', text }], ...(structured === undefined ? {} : { structured }) };
}

/** `errorValue('No such file: a.ts', 'not_found')` */
export function errorValue(message: string, code?: string): ToolValue {
  return { parts: [], error: { message, ...(code === undefined ? {} : { code }) } };
}
