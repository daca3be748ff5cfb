import type { ContentPart, Failure } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

/** The result of a call: for the model and the person, as data, or an error. */
export interface ToolValue {
  readonly parts: readonly ContentPart[];
  readonly structured?: Json;
  /** Set: the call failed; the parts say how far it came. */
  readonly error?: Failure;
}

/**
 * A result in words, and as data if there is any.
 *
 * @example
 * textValue('3 files', { files: 3 }).structured; //=> { files: 3 }
 */
export function textValue(text: string, structured?: Json): ToolValue {
  return { parts: [textPart(text)], ...(structured === undefined ? {} : { structured }) };
}

/**
 * The result of a call that failed.
 *
 * @example
 * errorValue('No such file: a.ts', 'not_found').error; //=> { message: 'No such file: a.ts', code: 'not_found' }
 */
export function errorValue(message: string, code?: string): ToolValue {
  return { parts: [], error: { message, ...(code === undefined ? {} : { code }) } };
}

export function textPart(text: string): ContentPart {
  return { type: 'text', text };
}
