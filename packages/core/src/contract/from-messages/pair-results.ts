/** Which call a result belongs to, where a whole history is known. */

export interface CallPlace {
  readonly line: number;
  readonly id: string | undefined;
  readonly name: string;
}

export interface ResultPlace {
  readonly line: number;
  readonly id: string | undefined;
  readonly name: string | undefined;
}

export type Owner = CallPlace | 'orphan' | 'repeat';

/**
 * By id first: the newest call of that id before the result that has none yet, else the first one after it. Then by name, in
 * order: results without an id take calls without one, then calls with one; a result whose id nobody knows may take a
 * call without one. What is left is a repeat if its id is known, else an orphan.
 *
 * `pairResults(calls, results).get(line)`
 */
export function pairResults(calls: readonly CallPlace[], results: readonly ResultPlace[]): Map<number, Owner> {
  const owners = new Map<number, Owner>();
  const taken = new Set<CallPlace>();
  const match = (wanting: readonly ResultPlace[], find: Find): ResultPlace[] => {
    const settles = (result: ResultPlace, call: CallPlace | undefined): boolean => {
      if (call === undefined) return false;
      taken.add(call);
      owners.set(result.line, call);
      return true;
    };
    const behind = new Shelves(taken);
    let next = 0;
    const left = wanting.filter((result) => {
      for (let call = calls[next]; call !== undefined && call.line < result.line; call = calls[next]) {
        behind.put(call);
        next += 1;
      }
      return !settles(result, find(result, behind, 'newest'));
    });
    const ahead = new Shelves(taken);
    for (const call of calls) ahead.put(call);
    return left.filter((result) => !settles(result, find(result, ahead, 'oldest')));
  };

  const unknown = match(match(results, byId), byName);
  const ids = new Set(calls.map((call) => call.id));
  for (const { line, id } of unknown) owners.set(line, id !== undefined && ids.has(id) ? 'repeat' : 'orphan');
  return owners;
}

type Find = (result: ResultPlace, open: Shelves, end: 'newest' | 'oldest') => CallPlace | undefined;

const byId: Find = ({ id }, open, end) => (id === undefined ? undefined : open.take(`id ${id}`, end));

const byName: Find = ({ id, name }, open) => {
  if (name === undefined) return undefined;
  const exact = open.take(`anonymous ${name}`, 'oldest');
  return exact ?? (id === undefined ? open.take(`named ${name}`, 'oldest') : undefined);
};

/** Calls under the ways a result may name them. Those taken in the meantime are passed over, each once: the cost is linear. */
class Shelves {
  readonly #rows = new Map<string, { readonly calls: CallPlace[]; first: number }>();
  readonly #taken: ReadonlySet<CallPlace>;

  constructor(taken: ReadonlySet<CallPlace>) {
    this.#taken = taken;
  }

  put(call: CallPlace): void {
    if (call.id !== undefined) this.#row(`id ${call.id}`).calls.push(call);
    this.#row(`${call.id === undefined ? 'anonymous' : 'named'} ${call.name}`).calls.push(call);
  }

  take(key: string, end: 'newest' | 'oldest'): CallPlace | undefined {
    const row = this.#row(key);
    for (;;) {
      if (row.first >= row.calls.length) return undefined;
      const call = end === 'newest' ? row.calls.pop() : row.calls[row.first];
      if (end === 'oldest') row.first += 1;
      if (call !== undefined && !this.#taken.has(call)) return call;
    }
  }

  #row(key: string): { readonly calls: CallPlace[]; first: number } {
    const known = this.#rows.get(key) ?? { calls: [], first: 0 };
    this.#rows.set(key, known);
    return known;
  }
}
