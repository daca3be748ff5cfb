/**
 * Plain words between blocks. Words that look like a block would be read as one, so that their `<` is written as an entity;
 * words that look as if that had been done to them get one more `amp;`. In code nothing is a block, and nothing changes.
 */
import { CodeLines } from './code-lines.ts';

/** `plainText(writeWords(words)) === words`, but for a fence left open: it is closed, or it would swallow what follows. */
export function writeWords(words: string): string {
  const fenced = words.includes('```') || words.includes('~~~');
  if (!fenced && !words.includes('<tool') && !words.includes('lt;tool')) return words;
  const lines = new CodeLines();
  const written = mapProse(words, lines, (line) =>
    line.replace(/<(?=tool)|&(?:amp;)*(?=lt;tool)/g, (found) => (found === '<' ? '&lt;' : `${found}amp;`)),
  );
  if (lines.openFence === undefined) return written;
  return `${written}${written.endsWith('\n') ? '' : '\n'}${lines.openFence}`;
}

/** The words as they were before `writeWords`. */
export function readWords(written: string): string {
  if (!written.includes('lt;tool')) return written;
  return mapProse(written, new CodeLines(), (line) =>
    line.replace(/&lt;(?=tool)|&amp;(?=(?:amp;)*lt;tool)/g, (found) => (found === '&lt;' ? '<' : '&')),
  );
}

function mapProse(text: string, lines: CodeLines, change: (line: string) => string): string {
  const mapped: string[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    mapped.push(lines.isCode(text, start, end) ? line : change(line));
    start = end + 1;
  }
  return mapped.join('\n');
}
