import type { Result, ThreadConnection } from '@toolthread/client';
import type { ThreadActions } from '@toolthread/react';
import { isWorking } from './thread-status.ts';

/** The actions of the parts, as requests to the server. */
export function threadActions(connection: ThreadConnection): ThreadActions {
  return {
    answer: (request, answers) => problemOf(connection.answer(request.id, answers)),
    decide: (request, decision, executed) =>
      problemOf(
        connection.decide(request.id, executed === undefined ? { decision } : { decision, arguments: executed }),
      ),
    resume: () => problemOf(connection.resume()),
    changeMessage: (message, text) => problemOf(connection.change(message, text)),
    takeBack: (message) => problemOf(connection.takeBack(message)),
    say: (text) => problemOf(connection.post(text, { delivery: isWorking(connection.state()) ? 'steer' : 'now' })),
    diff: async (change) => {
      const read = await connection.changes(change);
      return read.ok ? { ok: true, diff: read.value.diff } : { ok: false, problem: read.error.message };
    },
    undo: (change) => problemOf(connection.undo(change)),
  };
}

async function problemOf(sent: Promise<Result<unknown>>): Promise<string | undefined> {
  const result = await sent;
  return result.ok ? undefined : result.error.message;
}
