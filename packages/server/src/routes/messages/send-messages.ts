import { jsonPieces } from '@toolthread/core/json';
import type { ThreadState } from '@toolthread/core';
import { messagesInPieces } from '@toolthread/core/contract';
import { bytePieces } from '../../http/pieces/byte-pieces.ts';
import { type HttpContext, refuse } from '../../http/http.ts';
import { inPieces } from '../../http/pieces/in-pieces.ts';
import { ledgerProblem } from '../../http/problem.ts';
import type { Services } from '../services.ts';

type Messages = (state: ThreadState) => Iterable<readonly object[]>;

/** The thread as messages, the contract's if nobody says: a JSON list, or an object that has it as `messages`. */
export async function sendMessages(
  c: HttpContext,
  { ledger }: Services,
  as: 'list' | 'object',
  messages: Messages = messagesInPieces,
): Promise<Response> {
  const state = await ledger.shown(c.req.param('id') ?? '');
  if (!state.ok) return refuse(c, ledgerProblem(state.error));
  c.header('content-type', 'application/json');
  return inPieces(
    c,
    bytePieces(messageTexts(messages(state.value), as === 'list' ? ['[', ']'] : ['{"messages":[', ']}'])),
  );
}

/** Made as they are read: a long thread's messages are never in memory all at once, nor is all of a long message. */
function* messageTexts(
  pieces: Iterable<readonly object[]>,
  [open, close]: readonly [string, string],
): Generator<string> {
  yield open;
  let before = '';
  for (const messages of pieces) {
    // Many entries have no message. They count, too.
    if (messages.length === 0) yield '';
    for (const message of messages) {
      yield before;
      yield* jsonPieces(message);
      before = ',';
    }
  }
  yield close;
}
