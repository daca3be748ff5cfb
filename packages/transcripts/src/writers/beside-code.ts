/** The words beside the code of a line, with a backtick for each piece of code; undefined if a run of backticks is left over. */
export function besideCode(line: string): string | undefined {
  const pieces: string[] = [];
  const runs = [...line.matchAll(/``*/g)];
  let from = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const open = runs[index];
    const close = runs[index + 1];
    if (open === undefined || close === undefined || close[0].length !== open[0].length) return undefined;
    pieces.push(line.slice(from, open.index));
    from = close.index + close[0].length;
  }
  return [...pieces, line.slice(from)].join('`');
}
