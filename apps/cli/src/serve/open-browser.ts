import { spawn } from 'node:child_process';

/** Opens the address where there is a desktop to open it on. That it did not work is no failure: the address is printed. */
export function openBrowser(url: string, env: { readonly [name: string]: string | undefined }): void {
  const opener = openerOf(env);
  if (opener === undefined) return;
  const child = spawn(opener.command, [...opener.args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

function openerOf(env: {
  readonly [name: string]: string | undefined;
}): { command: string; args: string[] } | undefined {
  if (env['CI'] !== undefined) return undefined;
  if (process.platform === 'darwin') return { command: 'open', args: [] };
  if (process.platform === 'win32') return { command: 'cmd', args: ['/c', 'start', ''] };
  const desktop = env['DISPLAY'] ?? env['WAYLAND_DISPLAY'];
  return desktop === undefined ? undefined : { command: 'xdg-open', args: [] };
}
