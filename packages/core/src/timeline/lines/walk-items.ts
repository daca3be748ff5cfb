/** Items hold items, in sections and under calls, to any depth: hence a stack of our own, which no depth overflows. */
import type { Item } from '../item.ts';

/** What an item is drawn as: leaves, and items nested in it, `indent` further to the right. */
export type Drawn<Leaf> =
  | { readonly kind: 'leaf'; readonly indent: number; readonly leaf: Leaf }
  | { readonly kind: 'items'; readonly indent: number; readonly items: Iterable<Item> };

/** A leaf, with its indentation. */
export interface Placed<Leaf> {
  readonly leaf: Leaf;
  readonly indent: number;
  /** The first leaf of an item of the outermost list. */
  readonly opens: boolean;
}

/** Further in, text would be more indentation than words. */
const MAX_INDENT = 60;

/**
 * The leaves of a timeline in order, each with its indentation.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const kinds = walkItems(timeline(exampleThread).items, ({ kind }) => [{ kind: 'leaf', indent: 0, leaf: kind }]);
 * Array.from(kinds, ({ leaf }) => leaf); //=> ['message', 'group', 'answer']
 */
export function* walkItems<Leaf>(
  items: Iterable<Item>,
  draw: (item: Item) => Iterable<Drawn<Leaf>>,
): Iterable<Placed<Leaf>> {
  for (const item of items) {
    let opens = true;
    const stack = [{ drawn: draw(item)[Symbol.iterator](), indent: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.drawn.next();
      if (next.done === true) {
        stack.pop();
        continue;
      }
      const indent = Math.min(MAX_INDENT, top.indent + next.value.indent);
      if (next.value.kind === 'items') {
        stack.push({ drawn: drawAll(next.value.items, draw)[Symbol.iterator](), indent });
        continue;
      }
      yield { leaf: next.value.leaf, indent, opens };
      opens = false;
    }
  }
}

function* drawAll<Leaf>(items: Iterable<Item>, draw: (item: Item) => Iterable<Drawn<Leaf>>): Iterable<Drawn<Leaf>> {
  for (const item of items) yield* draw(item);
}
