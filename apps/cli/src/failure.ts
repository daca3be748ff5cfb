import { visible } from '@toolthread/core/text';

/** Says what went wrong and what to do; gives the exit code. */
export function failure(what: string, whatToDo?: string): number {
  process.stderr.write(`toolthread: ${visible(what)}\n`);
  if (whatToDo !== undefined) process.stderr.write(`  ${visible(whatToDo)}\n`);
  return 1;
}
