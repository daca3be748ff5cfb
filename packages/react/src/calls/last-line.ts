import { plainText } from '@toolthread/core/text';

/** What is drawn of the output does not grow with it ([L5]). */
const TAIL_CHARS = 2_000;

/**
 * `lastLine('step 1\nste')`: the last line that has ended. What may be the beginning of a secret is held back, so that one without an end may lack its last
 * word: it is told if there is no other, or where it is written over and over, as progress is.
 */
export function lastLine(output: string): string | undefined {
  const tail = output.slice(-TAIL_CHARS);
  const lines = plainText(tail).split(/[\r\n]/);
  const isSaid = (line: string): boolean => line.trim() !== '';
  const isProgress = tail.includes('\r', tail.lastIndexOf('\n') + 1);
  return (isProgress ? lines : lines.slice(0, -1)).findLast(isSaid) ?? lines.slice(-1).find(isSaid);
}
