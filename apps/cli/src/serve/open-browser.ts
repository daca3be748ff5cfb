import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram, safePath } from '@toolthread/agent';
import { escapeMarkup } from '@toolthread/core/text';

export interface OpenOptions {
  readonly env: { readonly [name: string]: string | undefined };
  /** Only the owner may open the folder. */
  readonly folder: string;
  /** Folders that agents write to. */
  readonly writable: readonly string[];
}

/** Long enough for a browser that has to start first. */
const KEPT_MS = 120_000;

/**
 * Opens the address where there is a desktop to open it on. That it did not work is no failure: the address is printed.
 *
 * The address holds the token, and everybody on this machine can read what a program is started with: the browser is given a file that only its owner
 * can read, and that leads there. Gives a way to remove it early.
 */
export function openBrowser(url: string, { env, folder, writable }: OpenOptions): () => void {
  const opener = openerOf(env, writable);
  if (opener === undefined) return () => undefined;
  const file = join(folder, 'open.html');
  const remove = (): void => rmSync(file, { force: true });
  try {
    remove();
    writeFileSync(file, pageTo(url), { flag: 'wx', mode: 0o600 });
  } catch {
    return () => undefined;
  }
  // It is a script itself, and finds the browser by name.
  const safe = env['PATH'] === undefined ? env : { ...env, PATH: safePath({ path: env['PATH'], writable }) };
  const args = [...opener.args, pathToFileURL(file).href];
  const child = spawn(opener.command, args, { detached: true, stdio: 'ignore', env: safe });
  child.on('error', remove);
  child.unref();
  setTimeout(remove, KEPT_MS).unref();
  return remove;
}

/** Without a script: it works wherever a page does. */
function pageTo(url: string): string {
  const address = escapeMarkup(url).replaceAll('"', '&quot;');
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Toolthread</title>
<a href="${address}">Open Toolthread</a>
`;
}

function openerOf(
  env: OpenOptions['env'],
  writable: readonly string[],
): { command: string; args: string[] } | undefined {
  if (env['CI'] !== undefined) return undefined;
  const found = (name: string): string | undefined => findProgram(name, { path: env['PATH'] ?? '', writable });
  if (process.platform === 'win32') return { command: 'cmd', args: ['/c', 'start', ''] };
  const desktop = env['DISPLAY'] ?? env['WAYLAND_DISPLAY'];
  const isMac = process.platform === 'darwin';
  const command = isMac || desktop !== undefined ? found(isMac ? 'open' : 'xdg-open') : undefined;
  return command === undefined ? undefined : { command, args: [] };
}
