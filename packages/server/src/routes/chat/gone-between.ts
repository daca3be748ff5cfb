import { fold, type ThreadState } from '@toolthread/core';
import type { Result } from '@toolthread/store';
import { pagesAfter } from '../../events/pages-after.ts';
import type { ShownLedger } from '../../events/shown-ledger.ts';

/** Which of the events up to `upTo` a rewind took back: a page that is told all of a reply is not told of them. */
export async function goneBetween(
  shown: Pick<ShownLedger, 'read'>,
  from: ThreadState,
  upTo: number,
): Promise<Result<(seq: number) => boolean>> {
  const gone: { readonly after: number; readonly upTo: number }[] = [];
  let state = from;
  for await (const page of pagesAfter(shown, from.id, { after: from.seq, upTo })) {
    if (!page.ok) return page;
    for (const event of page.value) {
      const folded = fold(state, event);
      ({ state } = folded);
      for (const fact of folded.facts) if (fact.type === 'rewound') gone.push({ after: fact.to, upTo: event.seq });
    }
  }
  return { ok: true, value: (seq) => gone.some((range) => seq > range.after && seq <= range.upTo) };
}
