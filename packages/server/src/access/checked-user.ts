import type { Authenticate, User } from './authenticate.ts';

/** What the program around the server said, read once. A user that is not one is a fault of the program, and lets nobody in. */
export function checkedUser(said: Awaited<ReturnType<Authenticate>>): Required<User> | undefined {
  if (said === undefined || said === null) return undefined;
  const { name, may = 'all' } = said;
  if (!isUserName(name)) {
    throw new Error(
      `authenticate returned a user without a valid name: 1 to ${LONGEST_NAME} letters, no @ before them, no control or bidi characters.`,
    );
  }
  if (may !== 'all' && may !== 'read')
    throw new Error('authenticate returned a user whose may is neither "all" nor "read".');
  return { name, may };
}

/** Whether somebody may be called so: `isUserName('ada')` */
export function isUserName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= LONGEST_NAME && !UNFIT.test(name);
}

const LONGEST_NAME = 200;

/** Nothing to see; a name such as the ledger's own ones have (`@human`); half a character; what changes lines and order of words around it. */
const UNFIT = /^[\s\p{Cf}]{0,200}(?:@|$)|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
