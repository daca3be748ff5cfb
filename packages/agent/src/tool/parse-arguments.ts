import { doubtfulKey } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { messageOf } from '../message-of.ts';

export type ParsedArguments =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: string };

/**
 * Only complete JSON is ever executed, and only JSON that every parser reads alike: what a person approves is what runs. For a call
 * without arguments, models write nothing at all.
 */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {} };
  try {
    const value: Json = JSON.parse(text);
    const doubtful = doubtfulKey(text);
    if (doubtful === undefined) return { ok: true, value };
    const why = doubtful === '__proto__' ? 'is no name for an argument' : 'stands twice in one object';
    return { ok: false, problem: `the key ${JSON.stringify(doubtful)} ${why}` };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}
