import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { printText } from './print-text.ts';

/** `await askYes('Delete it for good?')`: undefined if nobody can be asked. */
export async function askYes(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  await printText(`${question} [y/N] `);
  const lines = createInterface({ input: process.stdin });
  // Closed without a line: nobody answered.
  const [answer] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
  return /^y(?:es)?$/i.test(String(answer ?? '').trim());
}
