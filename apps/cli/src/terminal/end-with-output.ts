import type { EventEmitter } from 'node:events';
import { failure } from '../failure.ts';
import { systemTrouble } from '../system-trouble.ts';

/** Ends the program when nobody takes what it prints. A program such as `head` closes the pipe when it has enough: that is no failure. */
export function endWithOutput(to: EventEmitter, name: string): void {
  to.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    const { what, whatToDo } = systemTrouble(`${name} cannot be written`, error);
    process.exit(failure(what, whatToDo));
  });
}
