import type { Json } from '@toolthread/core';
import { messageOf } from './message-of.ts';

export type ParsedArguments =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: string };

/** Only complete JSON is ever executed. Models write nothing at all for a call without arguments. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {} };
  try {
    const value: Json = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}
