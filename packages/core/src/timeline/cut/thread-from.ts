import { seenAfter } from '../../ledger/work/seen-work.ts';
import { emptyScope } from '../../ledger/fold/empty-thread.ts';
import { PersistentMap } from '../../structure/persistent-map.ts';
import { Vector } from '../../structure/vector.ts';
import { newThread } from '../timeline.ts';
import type { Item } from '../item.ts';
import type { Thread } from '../timeline.ts';
import type { Entries, ThreadCut } from './thread-cut.ts';

/**
 * The thread at a cut, to fold what follows: its items are where they are in the whole, and those before the cut are `gone`.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * import { cutOf } from '@toolthread/core/summary';
 * const said = { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'And now?' }] } as const;
 * const cut = cutOf(exampleThread, { ...said, v: 1, thread: 't1', seq: exampleState.seq + 1, at: 0 });
 * cut && timeline(threadFrom(cut)).items.at(2)?.kind; //=> 'gone'
 */
export function threadFrom(cut: ThreadCut): Thread {
  const { state, drawn } = newThread(cut.names.id);
  const { account, anomalies, past } = cut;
  return {
    state: {
      ...state,
      ...cut.names,
      scopes: mapOf(cut.scopes.map(([key, scope]) => [key, { ...emptyScope(undefined), ...scope }] as const)),
      nextSteps: mapOf(cut.nextSteps),
      seen: seenAfter(cut.seen),
      account: { ...account, hidden: mapOf(account.hidden), malformed: Vector.from(account.malformed) },
      anomalies: { count: anomalies.count, first: Vector.from(anomalies.first) },
    },
    drawn: {
      ...drawn,
      view: {
        ...drawn.view,
        items: Vector.from(Array.from({ length: cut.items }, () => GONE)),
        past: { ...drawn.view.past, ends: mapOf(past.ends), longResults: mapOf(past.longResults) },
      },
    },
  };
}

const GONE: Item = { kind: 'gone', key: '', at: 0 };

function mapOf<V>(entries: Entries<V>): PersistentMap<V> {
  let map = PersistentMap.empty<V>();
  for (const [key, value] of entries) map = map.set(key, value);
  return map;
}
