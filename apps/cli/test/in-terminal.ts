/** A real terminal, as far as `script` makes one. */
import { spawn, spawnSync } from 'node:child_process';
import { folder, printedBy } from './run-cli.ts';

/** Makes a terminal for a command. */
const MAKER = 'script';
export const hasTerminal: boolean =
  spawnSync(MAKER, ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

/** Runs in a terminal of 80 by 24; `keys` are typed once `when` has been printed. */
export async function inTerminal(
  command: string,
  env: { readonly [name: string]: string } = {},
  typed?: { readonly when: string; readonly keys: string },
): Promise<{ code: number | null; seen: string }> {
  const child = spawn(MAKER, ['-qec', `stty rows 24 cols 80; ${command}`, '/dev/null'], {
    env: { ...process.env, NO_COLOR: '', TERM: 'xterm', HOME: folder(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const seen = printedBy(child, 'stdout');
  const typing = setInterval(() => {
    if (typed === undefined || !seen().includes(typed.when)) return;
    clearInterval(typing);
    child.stdin.write(typed.keys);
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(typing);
  return { code, seen: seen().replaceAll('\r\n', '\n') };
}
