/** What `vitest -t` wants for exactly this test, known by its names with ` > ` between them: a pattern, not a text. */
export function namePattern(test: string): string {
  return test.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(' > ', '(?: >)? ');
}
