import { printProblem } from './terminal/print-text.ts';

/** Says what went wrong and what to do; gives the exit code. */
export function failure(what: string, whatToDo?: string): number {
  void printProblem(`toolthread: ${what}`);
  if (whatToDo !== undefined) void printProblem(`  ${whatToDo}`);
  return 1;
}
