/**
 * Who is changing persistent structures, while many changes are made of which nobody sees the versions between: what was
 * made for that is changed in place. When the work is done its nodes are as unchangeable as any other.
 */
export interface Maker {
  readonly name: string;
}

let maker: Maker | undefined;

export function currentMaker(): Maker | undefined {
  return maker;
}

/** `changeFor(maker, () => map.set('a', 1).set('b', 2))`: the map before and the last one are whole, the one between is not. */
export function changeFor<T>(who: Maker | undefined, work: () => T): T {
  const before = maker;
  maker = who;
  try {
    return work();
  } finally {
    maker = before;
  }
}
