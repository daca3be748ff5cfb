import { isDeepStrictEqual } from 'node:util';
import type { EventDraft, LedgerEvent } from '@toolthread/core';

/** Whether posting `draft` under the client id of `posted` is the same message again, by the same person. A purged one cannot say no. */
export function isSameMessage(draft: EventDraft, posted: LedgerEvent): boolean {
  if (posted.type === 'event.purged') return true;
  return isDeepStrictEqual(words(draft), words(posted));
}

function words(event: EventDraft | LedgerEvent): unknown {
  if (event.type !== 'message.posted') return undefined;
  const { author, by, parts, mentions = [], delivery } = event;
  return JSON.parse(JSON.stringify([author, by, parts, mentions, delivery]));
}
