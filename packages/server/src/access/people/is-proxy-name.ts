import { isUserName } from '../checked-user.ts';

/**
 * Whether a proxy can call somebody so. The same header sent twice is joined by commas, and one of them may be a stranger's: no name has a comma, nor spaces
 * around it.
 *
 * @example
 * ['ada', 'ada,ben', '@human', ''].map(isProxyName); //=> [true, false, false, false]
 */
export function isProxyName(name: string): boolean {
  return isUserName(name) && !name.includes(',') && name === name.trim();
}
