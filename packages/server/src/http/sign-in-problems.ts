/** What is said to somebody whom the server does not know, or whose token, password or role does not suffice. */
import { problem } from './problem.ts';

export const signInProblems = {
  wrongToken: problem(401, 'wrong_token', 'This token is not valid: it is wrong, was revoked, or has expired.'),
  unknownToken: problem(
    503,
    'unavailable',
    'Whether this token is valid cannot be said now: the list of tokens cannot be read. Try again in a second.',
  ),
  readOnly: problem(403, 'read_only', 'You may only read here.'),
  signIn: problem(401, 'sign_in', 'Sign in with your name and your password.'),
  notKnown: problem(
    401,
    'no_token',
    'This request is not authenticated. Sign in, or send a token: Authorization: Bearer …',
  ),
  wrongPassword: problem(401, 'wrong_password', 'Wrong name or password.'),
  tooManyTries: problem(
    429,
    'too_many_failures',
    'Too many wrong passwords. Wait a minute, or sign in with a browser in which you were signed in before.',
  ),
  noAccounts: problem(404, 'no_accounts', 'This server has no accounts.'),
  noSuchSignIn: problem(404, 'no_such_sign_in', 'There is no such sign-in of yours.'),
};
