import { sayPiped } from './sessions/piped-session.ts';
import { printProblem } from './terminal/print-text.ts';

/** Says what went wrong and what to do; gives the exit code. */
export function failure(what: string, whatToDo?: string): number {
  void printProblem(sayPiped(`toolthread: ${what}`));
  if (whatToDo !== undefined) void printProblem(sayPiped(`  ${whatToDo}`));
  return 1;
}
