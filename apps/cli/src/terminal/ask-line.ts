import { createInterface } from 'node:readline';
import { printText } from './print-text.ts';

/** Whether a person is there who sees a question, and can type. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** `await askLine('Which one? ')`: undefined if the input ended without an answer. To be called if `canAsk()`. */
export async function askLine(question: string): Promise<string | undefined> {
  await printText(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const answer of lines) return answer.trim();
    return undefined;
  } finally {
    // What stays open keeps the process.
    lines.close();
  }
}
