/** Everything that can be pointed at in a timeline: items, and the entries of groups, however deep they are nested. */
import type { Child, Entry, Item } from '../item.ts';

/** An item or an entry, and where it is. */
export interface PlacedSource {
  readonly source: Item | Entry;
  /** The item of the outermost list that it is, or is in. */
  readonly index: number;
  /** What it is in, the nearest first. */
  readonly inside: Enclosure | undefined;
}

/** A group with the entry that is meant, or a child run. It is folded away until somebody opens it. */
export interface Enclosure {
  readonly kind: 'group' | 'child';
  /** Under this key a page remembers whether it is open. */
  readonly key: string;
  /** Of a group: which of its entries. */
  readonly entry: number;
  readonly inside: Enclosure | undefined;
}

/** Lists hold lists, to any depth: hence a stack of our own, which no depth overflows. */
interface Frame {
  readonly next: Iterator<Item | Entry | Child>;
  readonly group: string | undefined;
  readonly inside: Enclosure | undefined;
  entry: number;
}

/**
 * The items and entries of a timeline, in order, each with what it is in.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const sources = walkSources(timeline(exampleThread).items);
 * Array.from(sources, ({ source }) => source.kind); //=> ['message', 'group', 'commentary', 'call', 'call', 'answer']
 */
export function* walkSources(items: Iterable<Item>): Iterable<PlacedSource> {
  let index = 0;
  for (const item of items) {
    const stack: Frame[] = [frame([item], undefined, undefined)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.next.next();
      if (done === true) {
        stack.pop();
        continue;
      }
      if (!('kind' in value)) {
        const child: Enclosure = { kind: 'child', key: value.scope, entry: 0, inside: top.inside };
        stack.push(frame(value.items, undefined, child));
        continue;
      }
      const inside: Enclosure | undefined =
        top.group === undefined
          ? top.inside
          : { kind: 'group', key: top.group, entry: top.entry++, inside: top.inside };
      yield { source: value, index, inside };
      if (value.kind === 'group') stack.push(frame(value.entries, value.key, inside));
      else if (value.kind === 'section') stack.push(frame(value.items, undefined, inside));
      else if (value.kind === 'call') stack.push(frame(value.children, undefined, inside));
    }
    index += 1;
  }
}

function frame(list: Iterable<Item | Entry | Child>, group: string | undefined, inside: Enclosure | undefined): Frame {
  return { next: list[Symbol.iterator](), group, inside, entry: 0 };
}
