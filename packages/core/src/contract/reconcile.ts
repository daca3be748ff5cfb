import type { Message } from './message.ts';

/**
 * What to show once a run has completed, failed or been cancelled and the persisted history is here.
 *
 * Contract:
 * - persisted messages win, in their order, unchanged; a streamed one is the same by id or by tool call id;
 * - a streamed message that the history does not hold yet has nothing to be replaced by: it stays, after the message it followed
 *   (a back end that persists late, or fails before it does, takes no words off the page);
 * - nothing thinks or runs any more: statuses `thinking` and `tool_call` go, wherever they come from. Of the streamed statuses only
 *   errors stay, of the persisted ones all others: someone stored them on purpose;
 * - an error banner that both sides hold is shown once.
 *
 * Neither list is changed.
 *
 * `reconcile(streamed, await fetchHistory())`
 */
export function reconcile(streamed: readonly Message[], persisted: readonly Message[]): Message[] {
  const history = listOf(persisted).filter((message) => !isOver(message));
  const index = indexOf(history);
  const extras = new Map<number, Map<string, Message>>();
  const homes = new Map<string, number>();
  let after = -1;
  for (const message of listOf(streamed)) {
    const match = index.find(message);
    if (match !== undefined) {
      after = Math.max(after, match);
      continue;
    }
    if (message.role === 'status' && message.metadata?.status_type !== 'error') continue;
    // A stream may tell a message several times as it grows: the last telling counts, in the first one's place.
    const home = homes.get(message.id) ?? after;
    homes.set(message.id, home);
    const extra = extras.get(home) ?? new Map<string, Message>();
    extras.set(home, extra.set(message.id, message));
  }
  const extrasAfter = (place: number): Message[] => [...(extras.get(place)?.values() ?? [])];
  return [...extrasAfter(-1), ...history.flatMap((message, place) => [message, ...extrasAfter(place)])];
}

function isOver(message: Message): boolean {
  const type = message.role === 'status' ? message.metadata?.status_type : undefined;
  return type === 'thinking' || type === 'tool_call';
}

/** Elements that are no messages have no place in a list of messages. */
function listOf(messages: readonly Message[]): Message[] {
  const list: unknown = messages;
  return Array.isArray(list) ? messages.filter(isMessage) : [];
}

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool', 'status']);

function isMessage(message: Message): boolean {
  const value: unknown = message;
  return typeof value === 'object' && value !== null && typeof message.id === 'string' && ROLES.has(message.role);
}

interface Index {
  /** The place of the persisted version. */
  find(message: Message): number | undefined;
}

function indexOf(history: readonly Message[]): Index {
  const places = new Map<string, number>();
  history.forEach((message, place) => {
    for (const name of namesOf(message)) if (!places.has(name)) places.set(name, place);
  });
  return {
    find(message) {
      for (const name of namesOf(message)) {
        const place = places.get(name);
        if (place !== undefined) return place;
      }
      return undefined;
    },
  };
}

/** How a message can be known again: its own id; its call's, or its calls'; an error by what it says. */
function namesOf(message: Message): string[] {
  const { id, role, metadata } = message;
  const names = [`id ${id}`];
  if (role === 'tool' && typeof metadata?.tool_call_id === 'string') names.push(`result ${metadata.tool_call_id}`);
  if (role === 'assistant') for (const call of callIds(metadata?.tool_calls)) names.push(`call ${call}`);
  if (role === 'status' && metadata?.status_type === 'error') names.push(`error ${message.content}`);
  return names;
}

function callIds(calls: unknown): string[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) =>
    typeof call === 'object' && call !== null && 'id' in call && typeof call.id === 'string' ? [call.id] : [],
  );
}
