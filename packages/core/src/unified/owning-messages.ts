/** Which message's call each result belongs to. Providers use their ids again, and files hold results before their calls. */
import { filledTextOf, isFields } from '../ledger/json/fields.ts';
import { compactText } from '../text/compact-text.ts';

/** A result, by the place of its block. */
export interface ResultPlace {
  readonly message: number;
  readonly block: number;
  readonly content: unknown;
}

export interface Ownership {
  /** The result of the calls with this id in this message. */
  resultOf(message: number, id: unknown): ResultPlace | undefined;
  /** The block's words are in a call now: its own, or those of the result it repeats. */
  isNested(message: number, block: number): boolean;
}

interface Owner {
  readonly message: number;
  result: ResultPlace | undefined;
}

/**
 * Laws: a result belongs to the newest message before it, or the same one, that calls with its id; if that has its result
 * already, or there is none, to the first later one without; the first result counts, and a repeat of it is nobody's.
 */
export function owningMessages(contents: readonly unknown[]): Ownership {
  const owners = new Map<string, Owner[]>();
  const nested = new Set<string>();
  const left: { readonly id: string; readonly place: ResultPlace; readonly before: Owner | undefined }[] = [];
  const texts = new Map<ResultPlace, string>();
  const repeats = (first: ResultPlace | undefined, second: ResultPlace): boolean => {
    if (first === undefined) return false;
    const text = texts.get(first) ?? compactText(first.content);
    texts.set(first, text);
    return text === compactText(second.content);
  };
  const take = (owner: Owner, place: ResultPlace): void => {
    owner.result = place;
    nested.add(keyOf(place));
  };
  contents.forEach((blocks, message) => {
    if (!Array.isArray(blocks)) return;
    blocks.forEach((value: unknown, block) => {
      if (!isFields(value)) return;
      const use = value['type'] === 'tool_use' ? filledTextOf(value['id']) : undefined;
      if (use !== undefined) addOwner(owners, use, message);
      const id = value['type'] === 'tool_result' ? filledTextOf(value['tool_use_id']) : undefined;
      if (id === undefined) return;
      const place = { message, block, content: value['content'] };
      const newest = owners.get(id)?.at(-1);
      if (newest !== undefined && newest.result === undefined) take(newest, place);
      else left.push({ id, place, before: newest });
    });
  });

  const next = new Map<string, number>();
  for (const { id, place, before } of left) {
    const later = owners.get(id) ?? [];
    let index = next.get(id) ?? 0;
    while ((later[index]?.message ?? Infinity) < place.message || later[index]?.result !== undefined) index += 1;
    next.set(id, index);
    const owner = later[index];
    if (repeats(before?.result, place)) nested.add(keyOf(place));
    else if (owner !== undefined) take(owner, place);
    else if (before === undefined && repeats(later[0]?.result, place)) nested.add(keyOf(place));
  }

  const results = new Map<string, ResultPlace>();
  for (const [id, list] of owners) {
    for (const { message, result } of list) if (result !== undefined) results.set(`${message}:${id}`, result);
  }
  return {
    resultOf: (message, id) => (typeof id === 'string' ? results.get(`${message}:${id}`) : undefined),
    isNested: (message, block) => nested.has(`${message}:${block}`),
  };
}

function addOwner(owners: Map<string, Owner[]>, id: string, message: number): void {
  const known = owners.get(id) ?? [];
  if (known.at(-1)?.message !== message) known.push({ message, result: undefined });
  owners.set(id, known);
}

function keyOf({ message, block }: ResultPlace): string {
  return `${message}:${block}`;
}
