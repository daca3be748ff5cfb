/** What the reader of unfinished JSON remembers between two chunks. */
import type { Vector } from '../../../structure/vector.ts';
import type { JsonEntry, JsonNode } from './json-node.ts';
import type { NumberPlace } from './number-step.ts';

/** Opaque: read it with `jsonNodeOf` and `partialJsonStatus`. */
export interface PartialJson {
  readonly place: Expected;
  readonly token: Token | undefined;
  readonly frame: Frame | undefined;
  readonly root: JsonNode | undefined;
  readonly malformed: boolean;
}

/** What may come next, between tokens. */
type Expected = 'value' | 'first-item' | 'first-key' | 'key' | 'colon' | 'comma' | 'end';

/** What is being written. `escape` is the begun escape sequence: empty, or `\`, `\u`, `\u1`… */
export type Token =
  | { readonly kind: 'string' | 'key'; readonly text: string; readonly head: string; readonly escape: string }
  | { readonly kind: 'number'; readonly text: string; readonly place: NumberPlace }
  | { readonly kind: 'literal'; readonly word: Literal; readonly length: number };
export type Literal = 'true' | 'false' | 'null';

/** An open container, and those around it. */
export type Frame =
  | {
      readonly kind: 'array';
      readonly depth: number;
      readonly parent: Frame | undefined;
      readonly items: Vector<JsonNode>;
    }
  | {
      readonly kind: 'object';
      readonly depth: number;
      readonly parent: Frame | undefined;
      readonly entries: Vector<JsonEntry>;
      /** Of the value that comes next. */
      readonly key: string;
    };

export function literalNode(word: Literal, complete: boolean): JsonNode {
  return word === 'null' ? { kind: 'null', complete } : { kind: 'boolean', value: word === 'true', complete };
}

export function containerOf(frame: Frame, complete: boolean): JsonNode {
  return frame.kind === 'array'
    ? { kind: 'array', items: frame.items, complete }
    : { kind: 'object', entries: frame.entries, complete };
}

export function withValue(frame: Frame, node: JsonNode): Frame {
  return frame.kind === 'array'
    ? { ...frame, items: frame.items.append(node) }
    : { ...frame, entries: frame.entries.append([frame.key, node]) };
}
