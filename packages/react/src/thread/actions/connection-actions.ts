import type { Result, ThreadConnection } from '@toolthread/client';
import { scopesAtWork } from '@toolthread/core';
import { mentionsIn } from '../../composer/mentions-in.ts';
import type { ThreadActions } from './thread-actions.ts';

/**
 * What the parts can do about a thread, as requests to its server: `<ThreadView actions={connectionActions(connection)} … />`. What is said
 * by them names `members` as the composer would. What the person may not do there is missing, as far as the server has said so (`may` of the snapshot):
 * in a component, call it with each snapshot of `useThread`.
 *
 * @example
 * import { connectThread } from '@toolthread/client';
 * const connection = connectThread({ baseUrl: 'http://127.0.0.1:1', thread: 't1' });
 * Object.keys(connectionActions(connection)).includes('answer'); //=> true
 * connection.close();
 */
export function connectionActions(
  connection: ThreadConnection,
  members: readonly string[] = [],
): ThreadActions & Required<Pick<ThreadActions, 'diff'>> {
  const { may } = connection.snapshot();
  return {
    diff: async (change) => {
      const read = await connection.changes(change);
      if (!read.ok) return { ok: false, problem: read.error.message };
      const { diff, cut } = read.value;
      return { ok: true, diff, ...(cut === undefined ? {} : { cut }) };
    },
    ...(may?.includes('write') === false ? {} : writing(connection, members)),
    ...(may?.includes('approve') === false ? {} : approving(connection)),
    // It also holds in threads of others: whoever may not do everything may not do this.
    ...(may === undefined
      ? { allowAlways: (request) => problemOf(connection.decide(request.id, { decision: 'always' })) }
      : {}),
  };
}

function writing(connection: ThreadConnection, members: readonly string[]): ThreadActions {
  return {
    answer: (request, answers) => problemOf(connection.answer(request.id, answers)),
    continueRun: () => problemOf(connection.continueRun()),
    tryNow: () => problemOf(connection.tryNow()),
    changeMessage: (message, text) => problemOf(connection.change(message, text)),
    takeBack: (message) => problemOf(connection.takeBack(message)),
    say: (text) => {
      const mentions = mentionsIn(text, members);
      const delivery = scopesAtWork(connection.state()).length > 0 ? 'steer' : 'now';
      return problemOf(connection.post(text, { delivery, ...(mentions.length === 0 ? {} : { mentions }) }));
    },
    again: (message, { text, ...rest }) => {
      const mentions = mentionsIn(text ?? '', members);
      const words = text === undefined ? {} : { text, ...(mentions.length === 0 ? {} : { mentions }) };
      return problemOf(connection.again(message, { ...words, ...rest }));
    },
    rewind: (to, { stop, seen }) =>
      problemOf(
        connection.rewind(to, { ...(stop === undefined ? {} : { stop }), ...(seen === undefined ? {} : { seen }) }),
      ),
  };
}

function approving(connection: ThreadConnection): ThreadActions {
  return {
    decide: (request, decision, executed, reason) =>
      problemOf(
        connection.decide(request.id, {
          decision,
          ...(executed === undefined ? {} : { arguments: executed }),
          ...(reason === undefined ? {} : { reason }),
        }),
      ),
    undo: (change) => problemOf(connection.undo(change)),
  };
}

async function problemOf(sent: Promise<Result<unknown>>): Promise<string | undefined> {
  const result = await sent;
  return result.ok ? undefined : result.error.message;
}
