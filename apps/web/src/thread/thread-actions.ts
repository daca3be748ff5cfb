import type { Result, ThreadConnection } from '@toolthread/client';
import type { ThreadActions } from '@toolthread/react';

/** The actions of the parts, as requests to the server. */
export function threadActions(connection: ThreadConnection): ThreadActions {
  return {
    answer(request, answers) {
      const call = request.call === undefined ? undefined : connection.state().calls.byPlace.get(request.call);
      return problemOf(connection.answer(call?.id ?? request.id, answers));
    },
    decide: (request, decision, executed) =>
      problemOf(
        connection.decide(request.id, executed === undefined ? { decision } : { decision, arguments: executed }),
      ),
    resume: (item) => problemOf(connection.post(item.level === 'error' ? 'Try again.' : 'Continue.')),
  };
}

async function problemOf(sent: Promise<Result<unknown>>): Promise<string | undefined> {
  const result = await sent;
  return result.ok ? undefined : result.error.message;
}
