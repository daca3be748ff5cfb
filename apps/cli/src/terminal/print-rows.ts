import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { printDrawn } from './print-text.ts';
import type { Terminal } from './terminal.ts';

/** Prints rows; through the reader's pager where a person sits before a window that is too small for them. */
export async function printRows(rows: readonly string[], { interactive, rows: height }: Terminal): Promise<void> {
  const text = `${rows.join('\n')}\n`;
  if (interactive && rows.length >= height && (await pagedThrough(text))) return;
  await printDrawn(text);
}

/** False where there is no pager. While one runs, Ctrl-C is its key and not our end. */
async function pagedThrough(text: string): Promise<boolean> {
  const command = process.env['PAGER'] ?? 'less';
  if (command === '' || command === 'cat') return false;
  // -R: our own colours; -F and -X: what fits stays on the screen.
  const env = { ...process.env, LESS: process.env['LESS'] ?? 'RFX' };
  const pager = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  // A reader who has seen enough closes it before the end.
  pager.stdin.on('error', ignore);
  pager.stdin.end(text);
  const [code] = await once(pager, 'close').catch(() => [NOT_FOUND]);
  process.off('SIGINT', ignore);
  return code !== NOT_FOUND;
}

/** What a shell says of a command that does not exist. */
const NOT_FOUND = 127;
