import { fold, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { foldUiTurn, lastStatus, newUiTurn, type UiChunk, uiReplyId, type UiTurn } from '@toolthread/core/adapters';
import type { FinishReason } from '@toolthread/core';
import { type Frame, type FrameWriter, NEWS_WORDS } from '../../events/stream-frames.ts';
import { type ChatPlace, hasRested, lastSaid } from './chat-place.ts';

/**
 * A reply as a UI message stream: from its start on, or from where the page is. It ends when nobody is at work any more, or when a person
 * spoke again and all that began before has ended. Where nothing had begun by then, the answer to both is told.
 */
export function chatFrames(
  from: ThreadState,
  { message, since, after, rested }: ChatPlace,
  isGone: (seq: number) => boolean,
  basePath = '',
): FrameWriter {
  let state = from;
  let answered = message;
  let turn = newUiTurn(since, basePath);
  let isBegun = false;
  const begin = (): UiChunk[] => {
    if (isBegun) return [];
    isBegun = true;
    return [{ type: 'start', messageId: uiReplyId({ seq: answered }) }];
  };
  return {
    *take(event: LedgerEvent): Generator<Frame> {
      if (turn.over !== 'no') return;
      const before = state;
      const folded = fold(before, event);
      ({ state } = folded);
      if (isGone(event.seq)) return;
      const told = foldUiTurn(turn, before, event, folded);
      ({ turn } = told);
      if (event.seq <= after) return;
      const ofOthers = told.chunks.filter(({ type }) => type === 'data-settled');
      // They begin nothing: where no more is told, there is no such message.
      for (const data of ofOthers) yield { data };
      if (told.chunks.length === ofOthers.length) {
        const said = turn.over === 'answered' && !isBegun && after === since ? lastSaid(state) : undefined;
        if (said === undefined) return;
        answered = said.message.seq;
        turn = newUiTurn(event.seq, basePath);
        return;
      }
      for (const data of [...begin(), ...told.chunks.filter((chunk) => !ofOthers.includes(chunk))]) yield { data };
    },
    end() {
      if (turn.over === 'no' && !hasRested(state, rested)) return undefined;
      return lastFrames([...begin(), ...lastChunks(state, turn)]);
    },
    tell(what) {
      const message = NEWS_WORDS[what];
      return what === 'deleted'
        ? lastFrames([{ type: 'error', errorText: message }])
        : [{ data: { type: 'data-purged', data: { message }, transient: true } }];
    },
  };
}

function lastFrames(chunks: readonly UiChunk[]): readonly (Frame | 'done')[] {
  return [...chunks.map((data) => ({ data })), 'done'];
}

function lastChunks(state: ThreadState, turn: UiTurn): UiChunk[] {
  const last = turn.over === 'no' ? lastStatus(state, turn.since) : undefined;
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
      return [{ type: 'finish', finishReason: finishReason(state, turn) }];
    default:
      return status satisfies never;
  }
}

function finishReason({ log, steps }: ThreadState, { next = Infinity }: UiTurn): string {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    const step = entry?.kind === 'step' ? steps.get(entry.step) : undefined;
    if (step !== undefined && step.seq < next) return sdkReason(step.end?.reason);
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
