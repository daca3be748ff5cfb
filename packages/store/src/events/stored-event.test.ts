import { type EventDraft, HUMAN } from '@toolthread/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pace } from '../pace.ts';
import { storeEvent } from './stored-event.ts';

const place = { thread: 't', seq: 1, at: 1, run: undefined };

test('[L1] an event with long texts is what its body says', async () => {
  const begin = fc.oneof(fc.constantFrom('', '0', '1', '=', '=0', '\ud800', '\u{1f600}'), fc.string());
  const text = fc
    .tuple(begin, fc.constantFrom('', 'words ', '"\\\n', '\udc00'))
    .map(([first, more]) => first + more.repeat(20_000));
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      async (texts, more) => {
        const parts = texts.map((words) => ({ type: 'text', text: words, more, gone: undefined }) as const);
        const draft: EventDraft = { type: 'message.posted', author: HUMAN, parts, delivery: 'now' };
        const stored = await storeEvent(draft, new Pace(), place);
        expect(stored?.event).toEqual(JSON.parse(stored?.body ?? ''));
        expect(JSON.stringify(stored?.event)).toBe(stored?.body);
      },
    ),
    { numRuns: 40 },
  );
});
