import type { Item, RequestItem } from '@toolthread/core';
import { changesText, groupHeader, headerCounts, requestTitle } from '@toolthread/core/lines';
import type { GroupHeader } from '@toolthread/core/lines';
import { countOf } from '@toolthread/core/text';
import type { OpenCard } from '../requests/open-cards.ts';

/**
 * What a screen reader says when an item changed: boundaries only, never words as they stream.
 * Undefined: nothing that is worth an interruption.
 */
export function announcement(before: Item | undefined, after: Item): string | undefined {
  if (before === after) return undefined;
  switch (after.kind) {
    case 'group': {
      const [old, now] = [before?.kind === 'group' ? groupHeader(before) : undefined, groupHeader(after)];
      if (now === undefined || old?.state === now.state) return undefined;
      return now.state === 'thinking' || now.state === 'working' ? now.label : callsText(now);
    }
    case 'answer':
      if (before?.kind !== 'answer') return after.state === 'streaming' ? 'Answering' : 'Answer complete';
      return before.state === after.state ? undefined : 'Answer complete';
    case 'request':
      return before?.kind === 'request' ? undefined : waitingText(after);
    case 'status':
      return before === undefined ? after.text : undefined;
    case 'changes':
      return before === undefined ? changesText(after) : undefined;
    case 'section':
      return announcement(
        before?.kind === 'section' ? before.items.last() : undefined,
        after.items.last() ?? gone(after),
      );
    case 'message':
    case 'reasoning':
    case 'compaction':
    case 'orphan':
    case 'gone':
      return undefined;
    default:
      return after satisfies never;
  }
}

/** What is said while somebody waits for the reader: that is part of it, whatever else has happened. */
export function withWaiting(said: string, [first]: readonly OpenCard[]): string {
  if (first === undefined || said.startsWith(WAITING)) return said;
  return `${said}. ${waitingText(first.item)}`;
}

const WAITING = 'Waiting for you: ';

function waitingText(item: RequestItem): string {
  return `${WAITING}${requestTitle(item)}`;
}

function callsText(header: GroupHeader): string {
  return [countOf(header.calls, 'tool call'), ...headerCounts(header).map(({ text }) => text)].join(', ');
}

function gone({ key, at }: Item): Item {
  return { kind: 'gone', key, at };
}
