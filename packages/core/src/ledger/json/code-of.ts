/**
 * The code that the system, a database or a library gives an error; empty where there is none.
 *
 * @example
 * codeOf(Object.assign(new Error('no such file'), { code: 'ENOENT' })); //=> 'ENOENT'
 * codeOf('ENOENT'); //=> ''
 */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
