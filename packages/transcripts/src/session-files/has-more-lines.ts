import { openSync } from 'node:fs';
import { fileChunks } from './file-chunks.ts';

const NEWLINE = 10;

/**
 * Whether a file has more lines than that, unpacked. Each may be a record, and a short one takes a hundred times its size when it is read.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * const path = `${exampleFolder()}/chat.jsonl`;
 * writeFileSync(path, '{}\n{}\n{}\n');
 * await hasMoreLines(path, 2); //=> true
 */
export async function hasMoreLines(path: string, most: number): Promise<boolean> {
  let lines = 0;
  try {
    for await (const chunk of fileChunks(openSync(path, 'r'))) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      if (lines > most) return true;
    }
  } catch {
    // Who reads the file is told why it cannot be read.
  }
  return false;
}
