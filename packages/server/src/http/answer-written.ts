import type { LedgerEvent } from '@toolthread/core';
import type { Result } from '@toolthread/store';
import { type HttpContext, refuse } from './http.ts';
import { ledgerProblem } from './problem.ts';

/** The event that a request wrote, or why it was not written. */
export function answerWritten(c: HttpContext, written: Result<readonly LedgerEvent[]>): Response {
  return written.ok ? c.json({ event: written.value[0] }) : refuse(c, ledgerProblem(written.error));
}
