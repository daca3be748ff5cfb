import { HUMAN } from '@toolthread/core';
import type { EventDraft, Step } from '@toolthread/core';
import { END, GO_ON, loopRequest, loopRequestName, wantsEnd, wordsOf } from '../state/loop-request.ts';
import { lastStep, readUpTo, spokenSince } from '../state/open-calls.ts';
import { repeatsItself } from './repeats-itself.ts';
import type { Run } from '../run/run.ts';

/**
 * A run that repeats itself asks the person, once for each step. `open`: the question waits for its answer;
 * `moved`: something was written, look again; `clear`: nothing is in the way.
 */
export async function breakLoop(run: Run): Promise<'clear' | 'moved' | 'open'> {
  const state = run.state();
  const last = lastStep(state, run.scope);
  if (last?.owesResult !== true || last.run !== run.id) return 'clear';
  const request = loopRequest(state, last);
  const spoken = spokenSince(state, run.scope, readUpTo(last), 'what cannot wait');
  if (request === undefined) {
    const what = spoken ? undefined : repeatsItself(state, run.scope, run.id);
    if (what === undefined) return 'clear';
    await run.write(question(last, what));
    return 'moved';
  }
  if (request.settled === undefined) {
    if (!spoken) return 'open';
    const reason = 'The user wrote instead.';
    await run.write({ type: 'request.resolved', request: request.id, decision: 'withdrawn', reason });
    return 'moved';
  }
  const words = wantsEnd(request) ? '' : wordsOf(request);
  const id = `${request.id}-answer`;
  if (words === '' || state.posted.has(id)) return 'clear';
  // The answer belongs to no call, so it reaches the model as what it is: words of the person.
  await run.write({
    type: 'message.posted',
    author: HUMAN,
    parts: [{ type: 'text', text: words }],
    client_id: id,
    delivery: 'now',
    ...(run.scope === undefined ? {} : { scope: run.scope }),
  });
  return 'moved';
}

function question(last: Step, what: string): EventDraft {
  return {
    type: 'request.opened',
    request: loopRequestName(last),
    kind: 'question',
    title: 'It repeats itself',
    questions: [
      {
        question: `${what}. Go on, end the run, or say something?`,
        options: [{ label: GO_ON }, { label: END }],
        free_text: true,
      },
    ],
  };
}
