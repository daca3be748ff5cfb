import { thrownWords } from '@toolthread/core/text';
import type { ActionOutcome } from './thread-actions.ts';

/** An action is the host's, and may throw or reject as any request does: then that is what went wrong. */
export async function actionProblem(action: () => ActionOutcome): Promise<string | undefined> {
  try {
    const told: unknown = await action();
    // Plain JavaScript may give what the client gives: `{ ok: true, … }`, or `{ ok: false, error }`.
    if (told === undefined || told === null) return undefined;
    const isTaken = typeof told === 'object' && 'ok' in told && told.ok === true;
    return isTaken ? undefined : thrownWords(told);
  } catch (error) {
    return thrownWords(error);
  }
}
