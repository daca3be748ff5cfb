import type { AgentContinuation, AgentStatus } from '../../ledger/ledger-event.ts';
import type { LogEntry, Request, ThreadState } from '../../ledger/thread-state.ts';
import { openRequests } from '../../ledger/queries/open-requests.ts';
import { continuationInfo } from '../foreign/continuation-event.ts';
import { orphanMessage } from './call-message.ts';
import { isoTime } from '../iso-time.ts';
import type { Message, MessageMetadata } from '../message.ts';
import { postedMessage } from './posted-message.ts';
import { stepMessages } from './step-messages.ts';
import { summary } from './summary.ts';
import { Thinking } from './thinking.ts';
import { UniqueIds } from './unique-ids.ts';
import { isInsideCall } from './is-inside-call.ts';

/**
 * The thread as the UI contract's messages: the same state gives the same messages with the same ids, no two of them equal.
 * A child run's words and calls stay inside the call it belongs to; what it asks a person is shown.
 *
 * @example
 * toMessages(exampleState)[0]?.content; //=> 'Who uses the parser?'
 */
export function toMessages(state: ThreadState): Message[] {
  const messages: Message[] = [];
  for (const some of messagesInPieces(state)) messages.push(...some);
  return messages;
}

/**
 * The same as `toMessages`, a few at a time, for long threads.
 *
 * @example
 * [...messagesInPieces(exampleState)].flat().length > 3; //=> true
 */
export function* messagesInPieces(state: ThreadState): Generator<readonly Message[]> {
  const view: View = {
    state,
    ids: new UniqueIds(),
    thinking: new Thinking(state),
  };
  for (const entry of state.log) yield* entryMessages(view, entry);
  yield requestMessages(view);
  yield view.thinking.messages(view.ids);
}

interface View {
  readonly state: ThreadState;
  readonly ids: UniqueIds;
  readonly thinking: Thinking;
}

function* entryMessages(view: View, entry: LogEntry): Generator<readonly Message[]> {
  switch (entry.kind) {
    case 'message':
      view.thinking.begin(entry.message.scope, entry.message.at);
      return yield [postedMessage(entry.message, view.ids.take(entry.key, entry.message.client_id))];
    case 'step': {
      const step = view.state.steps.get(entry.step);
      if (step === undefined || isInsideCall(view.state, step.scope)) return yield [];
      view.thinking.step(step);
      return yield* stepMessages(view.state, step, view.ids);
    }
    case 'status':
      if (isInsideCall(view.state, entry.status.scope)) return yield [];
      view.thinking.begin(entry.status.scope, entry.status.at);
      return yield runStatus(view, entry.status);
    case 'continuation':
      return yield isInsideCall(view.state, entry.continuation.scope) ? [] : stopMessage(view, entry.continuation);
    case 'compaction':
      return yield [
        status(view, ['compaction'], entry.compaction.at, 'Earlier messages were summarised', { status_type: 'info' }),
      ];
    case 'undone':
    case 'gone':
      return yield [];
    case 'orphan':
      return yield [orphanMessage(entry.result, entry.outwardId, view.ids)];
    default:
      entry satisfies never;
  }
}

function runStatus(view: View, event: AgentStatus): Message[] {
  switch (event.status) {
    case 'failed':
      return [
        status(view, ['error', event.source_id], event.at, event.error_message ?? 'Agent failed', {
          status_type: 'error',
        }),
      ];
    case 'cancelled':
      return [status(view, ['cancelled'], event.at, 'Agent cancelled', { status_type: 'info' })];
    case 'queued':
    case 'running':
    case 'awaiting_user':
    case 'completed':
      return [];
    default:
      return event.status satisfies never;
  }
}

/** Neither that an agent goes on nor that it has ended normally is worth a message. */
function stopMessage(view: View, event: AgentContinuation): Message[] {
  if (event.should_continue || event.stop_reason === 'completed') return [];
  const continuation = continuationInfo(event);
  const { stop_reason } = continuation;
  const metadata = { status_type: 'continuation', continuation } as const;
  return [status(view, ['continuation', event.source_id], event.at, `Agent stopped: ${stop_reason}`, metadata)];
}

/** Requests to a person that no visible call shows. */
function requestMessages(view: View): Message[] {
  const hidden = openRequests(view.state).filter((request) => !isTold(view.state, request));
  return hidden.map((request) => {
    const title = request.title ?? request.questions[0]?.question ?? request.kind;
    const text = summary(`Waiting for you: ${title}`);
    return status(view, [`request_${request.id}`], request.openedAt, text, { status_type: 'info' });
  });
}

function isTold(state: ThreadState, request: Request): boolean {
  return request.call !== undefined && !isInsideCall(state, request.scope);
}

/** An id that a back end gave stays. */
function status(
  view: View,
  [name, stored]: readonly [string, (string | undefined)?],
  at: number,
  content: string,
  metadata: MessageMetadata,
): Message {
  return { id: view.ids.take(`status_${name}`, stored), role: 'status', content, timestamp: isoTime(at), metadata };
}
