/** `codeOf(error)`: `ENOENT`; empty for what is no error of the system. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
