import type { LedgerError } from '@toolthread/store';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The answer to a refused request: `{ "error": { "code", "message" } }`. */
export interface Problem {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly message: string;
}

/** `problem(404, 'no_such_thread', 'There is no thread x.')` */
export function problem(status: ContentfulStatusCode, code: string, message: string): Problem {
  return { status, code, message };
}

export function ledgerProblem({ code, message }: LedgerError): Problem {
  return problem(ledgerStatus(code), code, message);
}

function ledgerStatus(code: LedgerError['code']): ContentfulStatusCode {
  switch (code) {
    case 'no_such_thread':
    case 'no_such_event':
    case 'no_such_blob':
    case 'no_such_person':
      return 404;
    case 'stale_run':
    case 'seq_conflict':
    case 'message_conflict':
    case 'message_taken_back':
    case 'request_not_open':
    case 'nothing_to_stop':
    case 'damaged':
      return 409;
    case 'unwritable_event':
      return 400;
    case 'unavailable':
      return 503;
    default:
      return code satisfies never;
  }
}

export const TOO_MANY = problem(503, 'too_many_requests', 'Too many requests wait here. Try again in a second.');

export const NO_TOKEN = problem(401, 'no_token', 'Send the token: Authorization: Bearer …');
