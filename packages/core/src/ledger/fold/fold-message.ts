/** What people say: at once, or held until the run that is under way has completed; changed until somebody has read it. */
import { PersistentMap } from '../../structure/persistent-map.ts';
import { messageId } from './message-id.ts';
import { noteAnomaly } from './note-anomaly.ts';
import { HUMAN } from '../human.ts';
import type { Fact, Tell } from '../fact.ts';
import { scopeKind, scopesAtWork } from '../scope-kind.ts';
import type { MessageChanged, MessagePosted } from '../ledger-event.ts';
import type { Held, Queue, Step, ThreadState } from '../thread-state.ts';

export function foldMessage(state: ThreadState, event: MessagePosted, tell: Tell): ThreadState {
  const client = event.client_id;
  if (client !== undefined && state.posted.has(client)) return noteAnomaly(state, event, 'message-known');
  const messageCount = state.messageCount + 1;
  const named: Held = { key: `m${messageCount}`, id: messageId(state.messageIds, event), message: event };
  const posted = client === undefined ? state.posted : state.posted.set(client, true);
  const messageIds = state.messageIds.set(named.id, true);
  // A new message takes a thread out of the bin, so that no words are deleted with it.
  const { placed } = state;
  const here = placed.place === 'list' ? placed : { ...placed, place: 'list' as const, at: event.at };
  const counted: ThreadState = { ...state, life: 'open', placed: here, messageCount, posted, messageIds };
  if (event.delivery !== 'followUp' || scopesAtWork(state).length === 0) return say(counted, named, tell);
  tell({ type: 'message-held', message: event });
  return changeQueue(counted, { held: state.queue.held.set(String(event.seq), named) });
}

/** Puts it where everybody reads it. */
function say(state: ThreadState, named: Held, tell: Tell): ThreadState {
  const { message } = named;
  tell({ type: 'message-said', message });
  const said =
    message.author === HUMAN
      ? state.queue.said.set(String(message.seq), { entry: state.log.length })
      : state.queue.said;
  const log = state.log.append({ kind: 'message', ...named, since: state.seq });
  return changeQueue({ ...state, log }, { said });
}

export function foldMessageChanged(state: ThreadState, event: MessageChanged, tell: Tell): ThreadState {
  const seq = String(event.message);
  const { parts } = event;
  const gone = parts.length === 0;
  const held = state.queue.held.get(seq);
  if (held !== undefined) {
    const changed = { ...held, message: { ...held.message, parts } };
    const { held: all } = state.queue;
    tell(changeOf(changed.message));
    const queued = changeQueue(state, { held: gone ? all.delete(seq) : all.set(seq, changed) });
    return gone ? withoutPosted(queued, held.message) : queued;
  }
  const said = state.queue.said.get(seq);
  const entry = said === undefined ? undefined : state.log.at(said.entry);
  if (said === undefined || entry?.kind !== 'message') {
    return noteAnomaly(state, event, 'message-not-queued');
  }
  const message = { ...entry.message, parts };
  tell(changeOf(message));
  const log = state.log.set(
    said.entry,
    gone ? { kind: 'gone', was: 'message', since: event.seq } : { ...entry, message, since: event.seq },
  );
  if (!gone) return { ...state, log };
  return withoutPosted(changeQueue({ ...state, log }, { said: state.queue.said.delete(seq) }), message);
}

/** As after a rewind: what was taken back is not posted any more. */
function withoutPosted(state: ThreadState, { client_id: id }: MessagePosted): ThreadState {
  return id === undefined ? state : { ...state, posted: state.posted.delete(id) };
}

/** A message without a part is taken back. */
function changeOf(message: MessagePosted): Fact {
  return { type: message.parts.length === 0 ? 'message-taken-back' : 'message-changed', message };
}

/** What is held is said: the run it waited for has completed, or nobody will work here any more. */
export function releaseHeld(state: ThreadState, tell: Tell): ThreadState {
  if (state.queue.held.size === 0) return state;
  const held = [...state.queue.held.values()];
  const inOrder = held.sort((a, b) => a.message.seq - b.message.seq);
  const released = changeQueue(state, { held: PersistentMap.empty() });
  return inOrder.reduce((before, waiting) => say(before, waiting, tell), released);
}

/** A child run reads only what was said to it alone; whoever else takes a step has read all that was said before. */
export function hasRead({ scope, builtFrom, seq }: Step, since: number): boolean {
  return scopeKind(scope) !== 'child' && since <= (builtFrom ?? seq);
}

export function readMessages(state: ThreadState, step: Step): Queue {
  const { said } = state.queue;
  // A child has read none of them, and there may be many children.
  if (said.size === 0 || scopeKind(step.scope) === 'child') return state.queue;
  let unread = said;
  for (const [key, place] of said.entries()) {
    const entry = state.log.at(place.entry);
    if (entry?.kind !== 'message' || hasRead(step, entry.since)) unread = unread.delete(key);
  }
  return { ...state.queue, said: unread };
}

function changeQueue(state: ThreadState, change: Partial<Queue>): ThreadState {
  return { ...state, queue: { ...state.queue, ...change } };
}
