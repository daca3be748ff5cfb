import { isDeepStrictEqual } from 'node:util';
import { fold, type LedgerEvent, type Request, type ThreadState } from '@toolthread/core';
import {
  agUiInterrupts,
  agUiMessagesInPieces,
  agUiState,
  type AgUiEvent,
  type AgUiMessage,
  type AgUiUsage,
  agUiUsage,
  closeAgUi,
  foldAgUi,
  lastStatus,
  newAgUiStream,
  snapshotEvents,
} from '@toolthread/core/adapters';
import type { AgentStatus } from '@toolthread/core/events';
import { fieldsOf } from '@toolthread/core/json';
import { type Frame, type FrameWriter, NEWS_WORDS } from '../../events/stream-frames.ts';
import type { AgUiBody } from '../../http/body/ag-ui-body.ts';
import { hasRested } from '../chat/chat-place.ts';
import { alreadySettled } from '../requests/settle-request.ts';
import type { AgUiPlace } from './take-ag-ui.ts';

type Asked = Pick<AgUiBody, 'threadId' | 'runId' | 'messages' | 'state' | 'protocolVersion'>;

/** A thread as an AG-UI run: first what the client has not, then what follows, until nobody is at work any more. */
export function agUiFrames(
  from: ThreadState,
  { rested, late }: Pick<AgUiPlace, 'rested' | 'late'>,
  { threadId, runId, messages, state: had, protocolVersion }: Asked,
  basePath = '',
): FrameWriter {
  let state = from;
  let stream = newAgUiStream(basePath);
  const usage: AgUiUsage[] = [];
  const ids = { threadId, runId };
  return {
    *begin(): Generator<Frame | 'turn'> {
      yield { data: { type: 'RUN_STARTED', ...ids } };
      for (const id of late) yield* lateFrames(from.requests.get(id));
      yield { data: { type: 'STATE_SNAPSHOT', snapshot: { ...fieldsOf(had), toolthread: agUiState(from) } } };
      const now: AgUiMessage[] = [];
      for (const some of agUiMessagesInPieces(from, basePath)) {
        now.push(...some);
        yield 'turn';
      }
      if (isDeepStrictEqual(messages, now)) return;
      for (const data of snapshotEvents(messages, now)) yield { data };
    },
    *take(event: LedgerEvent): Generator<Frame> {
      const folded = fold(state, event);
      const told = foldAgUi(stream, state, event, folded);
      ({ state } = folded);
      ({ stream } = told);
      for (const fact of folded.facts) if (fact.type === 'step-ended') usage.push(...agUiUsage(fact.step, fact.end));
      for (const data of told.events) yield { data };
    },
    end() {
      if (rested !== undefined && !hasRested(state, rested)) return undefined;
      const base = { ...ids, ...(usage.length === 0 ? {} : { usage }) };
      const last = lastEvent(state, lastStatus(state, from.seq), base, protocolVersion);
      return [...closeAgUi(stream), last].map(frameOf);
    },
    tell(what) {
      const message = NEWS_WORDS[what];
      return what === 'deleted'
        ? [...closeAgUi(stream), { type: 'RUN_ERROR' as const, message, code: 'no_such_thread' }].map(frameOf)
        : [{ data: { type: 'CUSTOM', name: 'toolthread.purged', value: { message } } }];
    },
  };
}

function frameOf(data: AgUiEvent): Frame {
  return { data };
}

/** What the client decided was decided already: how, and by whom. */
function* lateFrames(request: Request | undefined): Generator<Frame> {
  if (request?.settled === undefined) return;
  const { decision, by, reason } = request.settled;
  const { code, message } = alreadySettled(request);
  const said = { ...(by === undefined ? {} : { by }), ...(reason === undefined ? {} : { reason }) };
  const value = { request: request.id, decision, ...said, code, message };
  yield { data: { type: 'CUSTOM', name: 'toolthread.request', value } };
}

/** How an earlier run ended is in the state: this one only looked. */
function lastEvent(
  state: ThreadState,
  last: AgentStatus | undefined,
  base: object,
  protocolVersion: string | undefined,
): AgUiEvent {
  const status = last?.status;
  const finished = { type: 'RUN_FINISHED' as const, ...base };
  switch (status) {
    case 'failed':
      return { type: 'RUN_ERROR', message: last?.error_message ?? 'The run failed.' };
    case 'cancelled':
      // Clients of the time before 1.0 know no such end.
      return protocolVersion === undefined
        ? { ...finished, metadata: { toolthread: { status: 'cancelled' } } }
        : { ...finished, outcome: { type: 'cancelled' } };
    case 'awaiting_user':
    case 'queued':
    case 'running':
    case 'completed':
    case undefined: {
      const interrupts = agUiInterrupts(state);
      return interrupts.length === 0 ? finished : { ...finished, outcome: { type: 'interrupt', interrupts } };
    }
    default:
      return status satisfies never;
  }
}
