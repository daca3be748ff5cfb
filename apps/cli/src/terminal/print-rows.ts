import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { printDrawn } from './print-text.ts';
import type { Terminal } from './terminal.ts';

/** Prints rows; through the pager if they do not fit into a person's window. */
export async function printRows(rows: readonly string[], { interactive, rows: height }: Terminal): Promise<void> {
  const text = `${rows.join('\n')}\n`;
  if (interactive && rows.length >= height && (await pagedThrough(text))) return;
  await printDrawn(text);
}

/** False if there is no pager. While it runs, Ctrl-C belongs to it and does not end us. */
async function pagedThrough(text: string): Promise<boolean> {
  const command = process.env['PAGER'] ?? 'less';
  if (command === '' || command === 'cat') return false;
  // -R: our own colours; -F and -X: what fits stays on the screen.
  const env = { ...process.env, LESS: process.env['LESS'] ?? 'RFX' };
  const pager = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  // A person may quit the pager before it has read everything.
  pager.stdin.on('error', ignore);
  pager.stdin.end(text);
  const [code] = await once(pager, 'close').catch(() => [NOT_FOUND]);
  process.off('SIGINT', ignore);
  return code !== NOT_FOUND;
}

/** A shell's exit code for a command that does not exist. */
const NOT_FOUND = 127;
