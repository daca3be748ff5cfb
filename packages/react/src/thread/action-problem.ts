import { thrownWords } from '../text/thrown-words.ts';
import type { ActionOutcome } from './thread-actions.ts';

/** An action is the host's, and may throw or reject as any request does: then that is what went wrong. */
export async function actionProblem(action: () => ActionOutcome): Promise<string | undefined> {
  try {
    return await action();
  } catch (error) {
    return thrownWords(error);
  }
}
