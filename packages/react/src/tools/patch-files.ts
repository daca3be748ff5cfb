import type { FileChangeText } from './changes-in.ts';

/**
 * The files of a patch as agents write them: `*** Update File: a.ts`, then its lines. A text without such heads is one patch, of the file
 * that the call names.
 */
export function patchFiles(text: string, path: string | undefined): readonly FileChangeText[] {
  const files: { path: string | undefined; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const head = /^\*\*\* (?:Add|Update|Delete) File: (..*)$/.exec(line)?.[1];
    if (head !== undefined) files.push({ path: head, lines: ['@@'] });
    else if (!line.startsWith('*** ')) files.at(-1)?.lines.push(line);
  }
  if (files.length === 0) return text.trim() === '' ? [] : [{ path, patch: text, cut: false }];
  return files.map(({ path: of, lines }) => ({ path: of, patch: withoutDoubleHead(lines).join('\n'), cut: false }));
}

/** Its own first hunk has a head already. */
function withoutDoubleHead(lines: readonly string[]): readonly string[] {
  return lines[1]?.startsWith('@@') === true ? lines.slice(1) : lines;
}
