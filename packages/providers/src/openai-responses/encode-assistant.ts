import type { CompletionMessage } from '@toolthread/core';
import { textOf } from '../wire/fields.ts';
import type { Maker } from '../wire/maker.ts';
import type { Draft } from './draft.ts';
import { draftsOf } from './drafts.ts';
import { wirePhase } from './rules.ts';
import type { Item } from './rules.ts';

/**
 * The model's turn as items. Laws of the service: reasoning is followed by its item, so that with nothing after it stays away;
 * an item whose reasoning is not there has no id, and where it cannot be without one, it goes in words.
 */
export function encodeAssistant(message: CompletionMessage, maker: Maker): readonly Item[] {
  const drafts = draftsOf(message, maker);
  const sent = new Set<string>();
  /** Whether what comes next came after reasoning that is sent, as far as one can tell without a note. */
  let isFollowing = false;
  const bears = (after: string | undefined): boolean => (after === undefined ? isFollowing : sent.has(after));
  const items: Item[] = [];
  for (const [index, draft] of drafts.entries()) {
    switch (draft.kind) {
      case 'reasoning': {
        const next = drafts[index + 1];
        isFollowing = draft.item !== undefined && next !== undefined && next.kind !== 'reasoning';
        if (draft.item === undefined || !isFollowing) break;
        sent.add(textOf(draft.item['id']) ?? '');
        items.push(draft.item);
        break;
      }
      case 'words':
        items.push(messageItem(draft, bears(draft.after)));
        break;
      case 'item':
        items.push(bears(draft.after) || needsId(draft.item) ? draft.item : withoutId(draft.item));
        break;
      case 'hosted':
        items.push(mayReturn(draft.after, sent) ? draft.item : noteItem(draft.note));
        break;
      case 'output':
        if (mayReturn(draft.of.after, sent)) items.push(draft.item);
        break;
      default:
        draft satisfies never;
    }
  }
  return items;
}

function mayReturn(after: string | undefined, sent: ReadonlySet<string>): boolean {
  return after === undefined || sent.has(after);
}

function messageItem(draft: Extract<Draft, { kind: 'words' }>, bears: boolean): Item {
  const { id, phase, content } = draft;
  return {
    type: 'message',
    ...(bears && id !== undefined ? { id, status: 'completed' } : {}),
    role: 'assistant',
    content: content.filter(({ text }) => typeof text !== 'string' || text.trim() !== ''),
    ...(phase === undefined ? {} : { phase: wirePhase(phase) }),
  };
}

function noteItem(text: string): Item {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

/** A function call needs none; a request for approval is answered by its own. */
function needsId({ type }: Item): boolean {
  return !type.endsWith('_call');
}

function withoutId(item: Item): Item {
  const { id: _id, ...rest } = item;
  return { ...rest, type: item.type };
}
