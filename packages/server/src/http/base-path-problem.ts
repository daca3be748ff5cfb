/**
 * Why a path is none that a server can be reached under, in words.
 *
 * @example
 * basePathProblem('/tools/agent'); //=> undefined
 * basePathProblem('agent/') === undefined; //=> false
 */
export function basePathProblem(path: string): string | undefined {
  return path === '' || /^(?:\/[\w.~-]+)+$/.test(path)
    ? undefined
    : `A base path looks like /agent or /tools/agent: it begins with a slash and does not end with one. "${path}" does not.`;
}
