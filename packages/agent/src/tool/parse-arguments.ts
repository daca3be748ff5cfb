import { changedWhole, doubtfulKey, jsonExcess } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { excessText, thrownWords } from '@toolthread/core/text';
import { ARGUMENT_BOUNDS } from '../argument-bounds.ts';

export type ParsedArguments =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: string };

/**
 * Only complete JSON is ever executed, and only such as everybody reads alike: what a person approves is what runs. Models write
 * nothing at all for a call without arguments.
 *
 * @example
 * parseArguments('{"path":"a.ts"}'); //=> { ok: true, value: { path: 'a.ts' } }
 * parseArguments('{"path":').ok; //=> false
 */
export function parseArguments(text: string): ParsedArguments {
  const excess = jsonExcess(text, ARGUMENT_BOUNDS);
  if (excess !== undefined) return { ok: false, problem: excessText(excess, ARGUMENT_BOUNDS) };
  if (text.trim() === '') return { ok: true, value: {} };
  try {
    const value: Json = JSON.parse(text);
    const doubtful = doubtfulKey(text);
    const changed = changedWhole(text);
    if (changed !== undefined) return { ok: false, problem: tooLong(changed) };
    if (doubtful === undefined) return { ok: true, value };
    const why = doubtful === '__proto__' ? 'is not a valid argument name' : 'occurs twice in one object';
    return { ok: false, problem: `the key ${JSON.stringify(doubtful)} ${why}` };
  } catch (error) {
    return { ok: false, problem: thrownWords(error) };
  }
}

function tooLong(number: string): string {
  return `the number ${number.slice(0, 100)} would be changed, because it has too many digits: only a text in quotes keeps them`;
}
