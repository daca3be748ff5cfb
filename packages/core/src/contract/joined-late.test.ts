import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractStory } from '../../test/contract-story.ts';
import type { StoryEvent } from '../../test/contract-story.ts';
import { appendDrafts } from '../ledger/append-drafts.ts';
import { emptyThread } from '../ledger/fold/empty-thread.ts';
import { foldAll, foldOnto } from '../ledger/fold/fold.ts';
import { contractReader } from './from-events/contract-reader.ts';
import { fromMessages } from './from-messages/from-messages.ts';
import type { Message } from './message.ts';
import { reconcile } from './reconcile.ts';
import { toMessages } from './to-messages/to-messages.ts';

/** What a page shows that has those messages when it hears those events. */
function streamed(events: readonly StoryEvent[], messages: readonly Message[]): Message[] {
  let state = messages.length === 0 ? emptyThread('t1') : foldAll(fromMessages(messages));
  const reader = contractReader({ after: state });
  for (const event of events) state = foldOnto(state, appendDrafts(state, reader.push(event), 0));
  return toMessages(state);
}

test.each([true, false])(
  '[seed 001] a page that is opened at any event of a turn without ids shows what is stored in the end, once: with times %s',
  (isTimed) => {
    fc.assert(
      fc.property(contractStory({ ids: 'none', isTimed }), fc.nat(60), fc.nat(30), (turns, cut, kept) => {
        const all = turns.flatMap(({ stored }) => stored);
        const { stored = [], live = [] } = turns.at(-1) ?? {};
        const rest = live.slice(cut % (live.length + 1));
        const known = all.slice(0, all.length - (kept % stored.length));
        expect(reconcile(streamed(rest, []), all)).toEqual(all);
        expect(reconcile(streamed(rest, known), all)).toEqual(all);
      }),
      { numRuns: 800 },
    );
  },
);
