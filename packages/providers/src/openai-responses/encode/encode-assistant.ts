import type { CompletionMessage } from '@toolthread/core/context';
import { textOf } from '@toolthread/core/json';
import type { ModelId } from '../../wire/encode/model-id.ts';
import type { Draft } from './draft.ts';
import { draftsOf, hasWords } from './drafts-of.ts';
import { wirePhase } from './wire-phase.ts';
import type { Item } from '../item.ts';

type ReasoningDraft = Extract<Draft, { kind: 'reasoning' }>;

/**
 * The model's turn as items. The service demands that an item follows each reasoning, so reasoning with nothing after it is
 * left out. An item whose reasoning is not sent loses its id; if it cannot be sent without one, it is sent as text.
 */
export function encodeAssistant(message: CompletionMessage, target: ModelId): readonly Item[] {
  const drafts = returnable(draftsOf(message, target));
  const leading = leadingIn(drafts);
  const sent = new Set<string>();
  /** Whether the next item follows reasoning that is sent. Only used for items without a noted reasoning. */
  let isFollowing = false;
  const bears = (after: string | undefined): boolean => (after === undefined ? isFollowing : sent.has(after));
  return drafts.flatMap((draft): Item[] => {
    switch (draft.kind) {
      case 'reasoning':
        isFollowing = leading.has(draft);
        if (draft.item === undefined || !isFollowing) return [];
        sent.add(textOf(draft.item['id']) ?? '');
        return [draft.item];
      case 'words':
        return [messageItem(draft, bears(draft.after))];
      case 'note':
        return [noteItem(draft.text)];
      case 'call':
        return [bears(draft.after) || needsId(draft.item) ? draft.item : withoutId(draft.item)];
      case 'hosted':
        return [mayReturn(draft.after, sent) ? draft.item : noteItem(draft.note)];
      case 'opaque':
        return mayReturn(draft.after, sent) ? [draft.item] : [];
      case 'output':
        return mayReturn(draft.of.after, sent) ? [draft.item] : [];
      default:
        return draft satisfies never;
    }
  });
}

/** Without the drafts that can go back neither unchanged nor as text. */
function returnable(drafts: readonly Draft[]): readonly Draft[] {
  const ids = new Set([...leadingIn(drafts)].flatMap(({ item }) => textOf(item?.['id']) ?? []));
  return drafts.filter((draft) => {
    if (draft.kind === 'opaque') return mayReturn(draft.after, ids);
    return draft.kind !== 'output' || mayReturn(draft.of.after, ids);
  });
}

/** The reasoning that another item follows. Of several in a row only the last counts. */
function leadingIn(drafts: readonly Draft[]): ReadonlySet<ReasoningDraft> {
  const leading = new Set<ReasoningDraft>();
  for (const [index, draft] of drafts.entries()) {
    const next = drafts[index + 1];
    const leads = next !== undefined && next.kind !== 'reasoning';
    if (draft.kind === 'reasoning' && draft.item !== undefined && leads) leading.add(draft);
  }
  return leading;
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
    content: content.filter(hasWords),
    ...(phase === undefined ? {} : { phase: wirePhase(phase) }),
  };
}

function noteItem(text: string): Item {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

/** A call can be sent without its id. A request for approval cannot: the answer names it. */
function needsId({ type }: Item): boolean {
  return !type.endsWith('_call');
}

function withoutId(item: Item): Item {
  const { id: _id, ...rest } = item;
  return { ...rest, type: item.type };
}
