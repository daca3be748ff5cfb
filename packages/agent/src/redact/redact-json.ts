import { setImmediate } from 'node:timers/promises';
import { isJsonObject, isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { FreeNames } from './free-names.ts';
import { PIECE } from './redacted-stream.ts';

interface Words {
  text(text: string): string;
  longText(text: string): Promise<string>;
}

/** A name or a value costs as much as so many letters, be it empty. */
const LEAST_LETTERS = 16;

/** `redactJson({ token: key }, redactor)`: what is in it as a string, a number or a name, in turns. Rejects where `JSON.stringify` throws. */
export async function redactJson(given: Json, words: Words): Promise<Json> {
  let left = PIECE;
  const text = async (said: string): Promise<string> => {
    left -= LEAST_LETTERS + said.length;
    if (left < 0) {
      await setImmediate();
      left = PIECE;
    }
    return said.length > PIECE ? words.longText(said) : words.text(said);
  };
  const redacted = async (value: Json): Promise<Json> => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') {
      const plain = await text(String(value));
      return plain === String(value) ? value : plain;
    }
    if (isList(value)) {
      const list: Json[] = [];
      for (const each of value) list.push(await redacted(each));
      return list;
    }
    if (!isJsonObject(value)) return value;
    const entries: [string, Json][] = [];
    const names = new FreeNames();
    for (const [name, each] of Object.entries(value)) {
      entries.push([names.free(await text(name)), await redacted(each)]);
    }
    return Object.fromEntries(entries);
  };
  const plain: Json = JSON.parse(JSON.stringify(given));
  return redacted(plain);
}
