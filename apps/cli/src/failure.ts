/** Says what went wrong and what to do; gives the exit code. */
export function failure(what: string, whatToDo?: string): number {
  process.stderr.write(`toolthread: ${what}\n`);
  if (whatToDo !== undefined) process.stderr.write(`  ${whatToDo}\n`);
  return 1;
}
