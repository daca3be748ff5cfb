import { emptyTally } from '@toolthread/core';
import type { Entry, Item, Timeline } from '@toolthread/core';

/**
 * `hideToolCalls(timeline(state), new Set(['agent:coder']))`: the view for someone who is not to see a member's calls.
 * Neither names nor arguments, results, counts or child runs are in it; words and answers are. A card that waits for a
 * person stays, because only a person can settle it. To be applied where the view leaves, not where it is drawn.
 */
export function hideToolCalls({ items }: Timeline, scopes: ReadonlySet<string>): Timeline {
  return { items: hiddenIn(items, scopes) };
}

function hiddenIn(items: Timeline['items'], scopes: ReadonlySet<string>): Timeline['items'] {
  let view = items;
  for (let index = 0; index < items.length; index += 1) {
    const item = items.at(index);
    const shown = item === undefined ? undefined : hidden(item, scopes);
    if (shown !== undefined && shown !== item) view = view.set(index, shown);
  }
  return view;
}

function hidden(item: Item, scopes: ReadonlySet<string>): Item {
  if (item.kind === 'section') return { ...item, items: hiddenIn(item.items, scopes) };
  const scope = 'scope' in item ? item.scope : undefined;
  if (scope === undefined || !isHidden(scope, scopes)) return item;
  if (item.kind === 'orphan') return { kind: 'gone', key: item.key, at: item.at };
  if (item.kind === 'request')
    return item.request.settled === undefined ? item : { kind: 'gone', key: item.key, at: item.at };
  if (item.kind !== 'group') return item;
  let { entries } = item;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries.at(index);
    if (entry?.kind === 'call') entries = entries.set(index, { kind: 'gone', key: entry.key } satisfies Entry);
  }
  return { ...item, entries, tally: emptyTally };
}

/** What a hidden member's children do is as hidden as its calls: their names begin with its own. */
function isHidden(scope: string, scopes: ReadonlySet<string>): boolean {
  if (scopes.has(scope)) return true;
  if (!scope.startsWith('child:')) return false;
  return [...scopes].some((one) =>
    scope.slice('child:'.length).startsWith(`${one.replace(/[^a-zA-Z0-9_-]+/g, '-')}-c`),
  );
}
