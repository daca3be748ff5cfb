import type { Errands } from '@toolthread/store';
import { problem } from '../http/problem.ts';
import { type Errand, type ErrandAnswer, errandSchema } from './errand.ts';

/** Does what one node is asked for by another. */
export type DoErrand = (errand: Errand) => Promise<ErrandAnswer>;

/** Takes all that node `name` is asked for, and does it: nobody waits for one errand to take the next. */
export async function doErrands(
  errands: Errands,
  name: string,
  act: DoErrand,
  onError: (error: unknown) => void,
): Promise<void> {
  const taken = await errands.take(name);
  if (!taken.ok) return;
  for (const { id, words } of taken.value)
    void answerTo(words, act)
      .then((answer) => errands.answer(id, JSON.stringify(answer)))
      .catch(onError);
}

async function answerTo(words: string, act: DoErrand): Promise<ErrandAnswer> {
  const read = errandSchema.safeParse(JSON.parse(words));
  return read.success ? act(read.data) : { ok: false, problem: UNKNOWN };
}

const UNKNOWN = problem(
  409,
  'files_elsewhere',
  'The node that has the files of this thread runs another version of Toolthread, and does not do this. Nothing was done.',
);
