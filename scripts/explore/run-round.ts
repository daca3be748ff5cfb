import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { namePattern } from './name-pattern.ts';
import type { PropertyRun } from './property-run.ts';

export interface RoundOptions {
  readonly root: string;
  /** Where it writes, emptied by its caller. */
  readonly folder: string;
  readonly seed: number;
  readonly files: readonly string[];
  /** Only these tests; all of the files if it is not known yet which are properties. */
  readonly tests: readonly string[];
  readonly workers: number;
  readonly signal: AbortSignal;
}

export interface Round {
  readonly runs: readonly PropertyRun[];
  /** Tests that failed without a counterexample: they hung, or broke beside the property. Unknown where the round was cut short. */
  readonly broken: readonly { readonly file: string; readonly test: string; readonly message: string }[];
}

/** Every property once, with the cases of one seed. */
export async function runRound(options: RoundOptions): Promise<Round> {
  const { root, folder } = options;
  const log = join(folder, 'properties.jsonl');
  const report = join(folder, 'report.json');
  await vitest(options, log, report);
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const runs = lines
    .map((line): PropertyRun => JSON.parse(line))
    .map((run) => ({ ...run, file: relative(root, run.file) }));
  return { runs, broken: existsSync(report) ? brokenIn(report, root, runs) : [] };
}

function vitest(
  { root, seed, files, tests, workers, signal }: RoundOptions,
  log: string,
  report: string,
): Promise<void> {
  const only = tests.length === 0 ? [] : ['--testNamePattern', `^(?:${tests.map(namePattern).join('|')})$`];
  const reporter = ['--reporter=json', `--outputFile=${report}`];
  // How long a property takes on a busy machine is no counterexample.
  const args = ['run', ...files, ...only, ...reporter, `--maxWorkers=${workers}`, '--testTimeout=900000'];
  const env = { ...process.env, TOOLTHREAD_SEED: String(seed), TOOLTHREAD_EXPLORE: log };
  return new Promise((resolve, reject) => {
    const program = join(root, 'node_modules/vitest/vitest.mjs');
    // A group of its own: it ends as one, and what is typed at this one does not reach it.
    const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: 'ignore', detached: true });
    const end = (): void => void (child.pid === undefined || process.kill(-child.pid, 'SIGKILL'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    child.on('error', reject);
    child.on('exit', () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
  });
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

function brokenIn(report: string, root: string, runs: readonly PropertyRun[]): Round['broken'] {
  const found = runs.filter(({ counterexample }) => counterexample !== undefined);
  const known = new Set(found.map(({ file, test }) => `${file} ${test.replaceAll(' > ', ' ')}`));
  const { testResults }: JsonReport = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = relative(root, name);
    return assertionResults
      .filter(({ status, fullName }) => status === 'failed' && !known.has(`${file} ${fullName}`))
      .map(({ fullName, failureMessages = [] }) => ({ file, test: fullName, message: failureMessages.join('\n') }));
  });
}
