import type { Result, ThreadConnection } from '@toolthread/client';
import type { ThreadActions } from '@toolthread/react';
import { mentionsIn } from '../composer/mentions-in.ts';
import { isSomeoneAtWork } from './is-someone-at-work.ts';

/** The actions of the parts, as requests to the server. What is said by them names `members` as the composer would. */
export function threadActions(connection: ThreadConnection, members: readonly string[]): ThreadActions {
  return {
    answer: (request, answers) => problemOf(connection.answer(request.id, answers)),
    decide: (request, decision, executed) =>
      problemOf(
        connection.decide(request.id, executed === undefined ? { decision } : { decision, arguments: executed }),
      ),
    continueRun: () => problemOf(connection.continueRun()),
    changeMessage: (message, text) => problemOf(connection.change(message, text)),
    takeBack: (message) => problemOf(connection.takeBack(message)),
    say: (text) => {
      const mentions = mentionsIn(text, members);
      const delivery = isSomeoneAtWork(connection.state()) ? 'steer' : 'now';
      return problemOf(connection.post(text, { delivery, ...(mentions.length === 0 ? {} : { mentions }) }));
    },
    diff: async (change) => {
      const read = await connection.changes(change);
      return read.ok ? { ok: true, diff: read.value.diff } : { ok: false, problem: read.error.message };
    },
    undo: (change) => problemOf(connection.undo(change)),
  };
}

/** What is left for a reader who may change nothing. */
export function readingActions({ diff }: ThreadActions): ThreadActions {
  return diff === undefined ? {} : { diff };
}

async function problemOf(sent: Promise<Result<unknown>>): Promise<string | undefined> {
  const result = await sent;
  return result.ok ? undefined : result.error.message;
}
