import { askLine, canAsk } from './ask-line.ts';

/** `await askYes('Delete it for good?')`: undefined if nobody can be asked. */
export async function askYes(question: string): Promise<boolean | undefined> {
  if (!canAsk()) return undefined;
  return /^y(?:es)?$/i.test((await askLine(`${question} [y/N] `)) ?? '');
}
