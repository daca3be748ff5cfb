import { fieldsOf, listOf, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { AgUiEvent, AgUiMessage } from './ag-ui-event.ts';

/**
 * Makes a client's messages these ones, whichever it says that it has. A snapshot replaces what it names, drops the rest and appends what is new: so
 * where the order is another one, the list is emptied first. It drops reasoning only if it has some itself: if it has none, what is
 * left over becomes an activity, which is drawn nowhere, and which clients of AG-UI 1.0 drop.
 *
 * @example
 * import { toAgUiMessages } from '@toolthread/core/adapters';
 * snapshotEvents([], toAgUiMessages(exampleState)).map(({ type }) => type); //=> ['MESSAGES_SNAPSHOT']
 */
export function snapshotEvents(had: unknown, now: readonly AgUiMessage[]): readonly AgUiEvent[] {
  const known = listOf(had).map((message) => fieldsOf(message));
  const isReasoned = now.some(({ role }) => role === 'reasoning');
  const gone = isReasoned ? [] : known.filter(({ role }) => role === 'reasoning');
  const first = isInOrder(known, now) ? [] : [snapshot(isReasoned ? [NOTHING] : [])];
  return [...gone.map(({ id }) => goneEvent(textOf(id) ?? '')), ...first, snapshot(now)];
}

const GONE = 'toolthread.gone';

/** Reasoning that the next snapshot drops, with all other reasoning that it does not name. */
const NOTHING: AgUiMessage = { id: 'nothing/', role: 'reasoning', content: '' };

function isInOrder(had: readonly Fields[], now: readonly AgUiMessage[]): boolean {
  const ids = new Set<unknown>(now.map(({ id }) => id));
  return had.filter(({ id }) => ids.has(id)).every(({ id }, index) => now[index]?.id === id);
}

function snapshot(messages: readonly AgUiMessage[]): AgUiEvent {
  // How the stock client is told that none of ours is left. A page may have activities of its own.
  const metadata = { '@ag-ui/client': { authoritativeActivityTypes: [GONE] } };
  return { type: 'MESSAGES_SNAPSHOT', messages, metadata };
}

function goneEvent(messageId: string): AgUiEvent {
  return { type: 'ACTIVITY_SNAPSHOT', messageId, activityType: GONE, content: {} };
}
