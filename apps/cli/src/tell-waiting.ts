import type { DatabaseReach } from '@toolthread/store';
import { printProblem } from './terminal/print-text.ts';

/** Of a command, and of a server before there is a log. A database may be starting, too, and is tried for half a minute: nobody shall wonder so long. `onReach: tellWaiting` */
export function tellWaiting(reach: DatabaseReach): void {
  if (reach.is === 'away') void printProblem(`toolthread: ${reach.why} It is tried again for up to half a minute.`);
}
