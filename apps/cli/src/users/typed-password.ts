import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { printText } from '../terminal/print-text.ts';

/** What somebody types, twice and unseen in a terminal; else the first line of what is sent. Undefined: the two are not the same, or nothing came. */
export async function typedPassword(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return nonEmpty(await line(''));
  const first = await line('Password: ');
  const again = await line('Once more: ');
  return first === again ? nonEmpty(first) : undefined;
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}

async function line(question: string): Promise<string> {
  // Nothing of what is typed is drawn.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  if (question !== '') await printText(question, process.stderr);
  const typed = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (question !== '') await printText('\n', process.stderr);
  return typed;
}
