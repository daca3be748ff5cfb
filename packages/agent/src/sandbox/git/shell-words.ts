const WORD = /(?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\])+/g;
const PIECE = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])/g;

/** `shellWords("'/my tools/ed' --wait")`: `/my tools/ed` and `--wait`, as a shell and git take them apart where nothing is expanded. */
export function shellWords(line: string): readonly string[] {
  return [...line.matchAll(WORD)].map(([word]) =>
    word.replace(PIECE, (_, single?: string, double?: string, escaped = '') => {
      return single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped;
    }),
  );
}
