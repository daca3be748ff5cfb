/** The checks in a thread of their own: beside them programs are installed, which holds the thread that waits for them. */
import { parentPort } from 'node:worker_threads';
import { runChecks } from '../check/run-checks.ts';

parentPort?.postMessage(await runChecks());
