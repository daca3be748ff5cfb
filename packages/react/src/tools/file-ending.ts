/** How a file's name ends, by which its language is known: `fileEnding('src/lint.ts') === 'ts'`, `fileEnding('Makefile') === 'Makefile'` */
export function fileEnding(path: string): string {
  return /[^./\\]*$/.exec(path)?.[0] ?? '';
}
