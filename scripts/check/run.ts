import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One part of `npm run check`: a command that exits with 0 when all is well. */
const parts: Record<string, string[]> = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint'],
  types: ['tsc', '-b'],
};

export interface CheckCount {
  passed: number;
  failed: number;
}

/** Runs every part at once, prints a line for each as it ends, and the reason where it failed. */
export async function runChecks(): Promise<CheckCount> {
  const count = { passed: 0, failed: 0 };
  await Promise.all(
    Object.entries(parts).map(async ([name, command]) => {
      const start = performance.now();
      const { ok, output } = await runPart(command);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${seconds} s`);
      if (ok) count.passed += 1;
      else {
        count.failed += 1;
        console.log(output.trimEnd());
      }
    }),
  );
  return count;
}

function runPart([command = '', ...args]: string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 64e6 }, (error, stdout, stderr) =>
      resolve({
        ok: error === null,
        output: error === null ? '' : `${stdout}${stderr}` || error.message,
      }),
    );
  });
}
