import { fold, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { foldUiTurn, newUiTurn, type UiChunk, uiReplyId } from '@toolthread/core/adapters';
import type { FinishReason } from '@toolthread/core';
import type { Frame, FrameWriter } from '../../events/stream-frames.ts';
import { type ChatPlace, hasRested, lastStatus } from './chat-place.ts';

/** A reply as a UI message stream: from its start on, or from where the page is. It ends when nobody is at work any more. */
export function chatFrames(
  from: ThreadState,
  { message, since, after, rested }: ChatPlace,
  isGone: (seq: number) => boolean,
  basePath = '',
): FrameWriter {
  let state = from;
  let turn = newUiTurn(since, basePath);
  let isBegun = false;
  const begin = (): UiChunk[] => {
    if (isBegun) return [];
    isBegun = true;
    return [{ type: 'start', messageId: uiReplyId({ seq: message }) }];
  };
  return {
    *take(event: LedgerEvent): Generator<Frame> {
      if (turn.over !== 'no') return;
      const folded = fold(state, event);
      if (isGone(event.seq)) {
        ({ state } = folded);
        return;
      }
      const told = foldUiTurn(turn, state, event, folded);
      ({ turn } = told);
      // What ended the turn is no part of it.
      if (turn.over === 'no') ({ state } = folded);
      if (event.seq <= after) return;
      for (const data of [...begin(), ...told.chunks]) yield { data };
    },
    end() {
      if (turn.over === 'no' && !hasRested(state, rested)) return undefined;
      const chunks = [...begin(), ...lastChunks(state, since)];
      return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'];
    },
  };
}

function lastChunks(state: ThreadState, since: number): UiChunk[] {
  const last = lastStatus(state, since)?.status;
  const status = last?.status;
  switch (status) {
    case 'failed':
      return [{ type: 'error', errorText: last?.error_message ?? 'The run failed.' }];
    case 'cancelled':
      return [{ type: 'abort' }];
    case 'awaiting_user':
      return [{ type: 'finish', finishReason: 'tool-calls' }];
    case 'queued':
    case 'running':
    case 'completed':
    case undefined:
      return [{ type: 'finish', finishReason: finishReason(state) }];
    default:
      return status satisfies never;
  }
}

function finishReason({ log, steps }: ThreadState): string {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry?.kind === 'step') return sdkReason(steps.get(entry.step)?.end?.reason);
  }
  return 'other';
}

function sdkReason(reason: FinishReason | undefined): string {
  switch (reason) {
    case 'stop':
    case 'length':
    case 'error':
      return reason;
    case 'tool_calls':
      return 'tool-calls';
    case 'refusal':
      return 'content-filter';
    case 'pause':
    case 'overflow':
    case 'aborted':
    case 'unknown':
    case undefined:
      return 'other';
    default:
      return reason satisfies never;
  }
}
