/**
 * Why a path is not one that a server can be reached under, as a message.
 *
 * @example
 * basePathProblem('/tools/agent'); //=> undefined
 * basePathProblem('agent/') === undefined; //=> false
 */
export function basePathProblem(path: string): string | undefined {
  // Browsers take `.` and `..` out of an address: nobody would ever ask for it.
  return path === '' || (typeof path === 'string' && /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-][\w.~-]*){1,100}$/.test(path))
    ? undefined
    : `A base path looks like /agent or /tools/agent. "${path}" does not: one begins with a slash, does not end with one, and no part of it is "." or "..".`;
}
