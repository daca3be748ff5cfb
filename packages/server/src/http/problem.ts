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

// To somebody whom the server does not know, or whose token, password or role does not suffice.
export const WRONG_TOKEN = problem(
  401,
  'wrong_token',
  'This token is not valid: it is wrong, was revoked, or has expired.',
);
export const UNKNOWN_TOKEN = problem(
  503,
  'unavailable',
  'The list of tokens cannot be read now, so this token could not be checked. Try again in a second.',
);
export const READ_ONLY = problem(403, 'read_only', 'You may only read here.');
export const SIGN_IN = problem(401, 'sign_in', 'Sign in with your name and your password.');
export const NOT_KNOWN = problem(
  401,
  'no_token',
  'This request is not authenticated. Sign in, or send a token: Authorization: Bearer …',
);
export const WRONG_PASSWORD = problem(401, 'wrong_password', 'Wrong name or password.');
export const TOO_MANY_TRIES = problem(
  429,
  'too_many_failures',
  'Too many wrong passwords. Wait a minute, or sign in with a browser in which you were signed in before.',
);
export const NO_ACCOUNTS = problem(404, 'no_accounts', 'This server has no accounts.');
export const NO_SUCH_SIGN_IN = problem(404, 'no_such_sign_in', 'There is no such sign-in of yours.');
