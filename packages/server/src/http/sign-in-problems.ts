/** What is said to somebody whom the server does not know, or whose token, password or role does not suffice. */
import { problem, type Problem } from './problem.ts';

export const WRONG_TOKEN: Problem = problem(
  401,
  'wrong_token',
  'This token is not valid: it is wrong, was revoked, or has expired.',
);
export const UNKNOWN_TOKEN: Problem = problem(
  503,
  'unavailable',
  'Whether this token is valid cannot be said now: the list of tokens cannot be read. Try again in a second.',
);
export const READ_ONLY: Problem = problem(403, 'read_only', 'You may only read here.');
export const SIGN_IN: Problem = problem(401, 'sign_in', 'Sign in with your name and your password.');
export const NOT_KNOWN: Problem = problem(
  401,
  'no_token',
  'This request is not authenticated. Sign in, or send a token: Authorization: Bearer …',
);
export const WRONG_PASSWORD: Problem = problem(401, 'wrong_password', 'Wrong name or password.');
export const TOO_MANY_TRIES: Problem = problem(
  429,
  'too_many_failures',
  'Too many wrong passwords. Wait a minute, or sign in with a browser in which you were signed in before.',
);
export const NO_ACCOUNTS: Problem = problem(404, 'no_accounts', 'This server has no accounts.');
export const NO_SUCH_SIGN_IN: Problem = problem(404, 'no_such_sign_in', 'There is no such sign-in of yours.');
