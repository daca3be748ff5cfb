import type { Vector } from '../../../structure/vector.ts';
import type { Json } from '../json.ts';

/** A JSON value as far as it has been read. Nothing is guessed: what has not come is not there. */
export type JsonNode =
  /** `head` is the text up to `JSON_HEAD`, cheap to read; a growing `text` is a rope, copied whole when it is read. */
  | { readonly kind: 'string'; readonly text: string; readonly head: string; readonly complete: boolean }
  /** `value` is what the digits so far amount to: `12.` and `12e` are 12. Where no number is equal to them, it is a text. */
  | { readonly kind: 'number'; readonly text: string; readonly value: number | string; readonly complete: boolean }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly complete: boolean }
  | { readonly kind: 'null'; readonly complete: boolean }
  | { readonly kind: 'array'; readonly items: Vector<JsonNode>; readonly complete: boolean }
  /** Entries as they were written: a key may occur twice. */
  | { readonly kind: 'object'; readonly entries: Vector<JsonEntry>; readonly complete: boolean };

/** UTF-16 units of a string that can be read after every delta. */
export const JSON_HEAD = 4096;

export type JsonEntry = readonly [key: string, value: JsonNode];

/**
 * The plain value, as `exactJson` would give it: the last of two equal keys wins, `__proto__` is a key like any other.
 * The parser bounds the depth, so the recursion is bounded.
 *
 * @example
 * jsonOf({ kind: 'null', complete: true }); //=> null
 */
export function jsonOf(node: JsonNode): Json {
  return valueOf(node, ({ text }) => text);
}

/** The same of a value that is still coming, at a cost that does not grow with it: of a text that has not ended, its head. */
export function jsonHeadOf(node: JsonNode): Json {
  return valueOf(node, ({ complete, text, head }) => (complete ? text : head));
}

function valueOf(node: JsonNode, read: (text: Extract<JsonNode, { kind: 'string' }>) => string): Json {
  switch (node.kind) {
    case 'string':
      return read(node);
    case 'number':
    case 'boolean':
      return node.value;
    case 'null':
      return null;
    case 'array': {
      const array: Json[] = [];
      for (const item of node.items) array.push(valueOf(item, read));
      return array;
    }
    case 'object': {
      const object: { [key: string]: Json } = {};
      for (const [key, value] of node.entries) {
        if (key === '__proto__') define(object, key, valueOf(value, read));
        else object[key] = valueOf(value, read);
      }
      return object;
    }
    default:
      return node satisfies never;
  }
}

function define(object: object, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
