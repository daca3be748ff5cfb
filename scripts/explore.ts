/**
 * `npm run explore -- --minutes 60 --workers 1`: every property test with fresh seeds, some files a round, until the time is over
 * or it is told to end. Then no process and no temporary file of it is left. Says how to repeat each counterexample, and keeps them in a file. Exit code 1 if there is any.
 */
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namePattern } from './explore/name-pattern.ts';
import { runRound } from './explore/run-round.ts';
import { scriptArguments, wholeNumber } from './script-options.ts';
import { endNow } from './test-run/end-left.ts';
import { makeRunFolder } from './test-run/run-folder.ts';
import { toldToEnd } from './test-run/told-to-end.ts';

const USAGE = `npm run explore -- [--minutes N] [--workers N] [NAME…]

Of all files, or of those that have one of the names in their path.`;
const { values, positionals: names } = scriptArguments(USAGE, {
  minutes: { type: 'string', default: '10' },
  workers: { type: 'string', default: String(availableParallelism()) },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`"${values.minutes}" is no number of minutes.\n\n${USAGE}`);
  process.exit(2);
}
const workers = wholeNumber(USAGE, values.workers, 1);

/** Files of a round: it ends within minutes on a busy machine, and what is cut short is little. */
const FILES = 20;

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/explore');
const found = join(cache, 'counterexamples.txt');
mkdirSync(cache, { recursive: true });
const temporary = makeRunFolder();
console.log(`Temporary files are in ${temporary.path}.`);
const signal = AbortSignal.any([AbortSignal.timeout(minutes * 60_000), toldToEnd()]);
/** By its file: known after its first round. */
const properties = new Map<string, ReadonlySet<string>>();
const faults = new Set<string>();
let rounds = 0;
let cases = 0;

try {
  for (const files of rounding(propertyFiles())) {
    if (signal.aborted) break;
    const seed = randomInt(2 ** 31);
    const folder = join(temporary.path, 'round');
    mkdirSync(folder);
    const tests = [...new Set(files.flatMap((file) => [...(properties.get(file) ?? [])]))];
    const started = performance.now();
    const { runs, broken } = await runRound({ root, folder, seed, files, tests, workers, signal });
    // Every property fails then, and none of them has a counterexample.
    if (!existsSync(folder))
      throw new Error(`${folder} was removed by somebody else: what this round found is not known`);
    for (const { file, test, cases: tried, counterexample } of runs) {
      cases += tried;
      if (counterexample !== undefined) tell(seed, file, test, counterexample.message);
    }
    for (const { file, test, message } of broken) tell(seed, file, test, message);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`seed ${seed}: ${runs.length} properties, ${seconds} s${signal.aborted ? ', cut short' : ''}`);
    if (signal.aborted) break;
    if (runs.length === 0) throw new Error('no property ran: npm test says why');
    rounds += 1;
    for (const file of files)
      properties.set(file, new Set(runs.filter((run) => run.file === file).map(({ test }) => test)));
    rmSync(folder, { recursive: true });
  }
} finally {
  await endNow(temporary.path);
  temporary.remove();
}
const known = properties.values().reduce((sum, tests) => sum + tests.size, 0);
console.log(`${rounds} rounds, ${known} tests with properties, ${cases} cases, ${faults.size} counterexamples`);
if (faults.size > 0) {
  console.log(`They are in ${found}.`);
  process.exitCode = 1;
}

/** Some files at a time, over and over. */
function* rounding(files: readonly string[]): Iterable<readonly string[]> {
  if (files.length === 0) throw new Error('no file with a property has such a name');
  for (;;) for (let start = 0; start < files.length; start += FILES) yield files.slice(start, start + FILES);
}

function propertyFiles(): readonly string[] {
  const files = globSync(
    ['{packages,apps,bench}/*/{src,test,stub,e2e}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'seeds/*.test.{ts,tsx}'],
    {
      cwd: root,
    },
  );
  return files.filter(
    (file) =>
      (names.length === 0 || names.some((name) => file.includes(name))) &&
      readFileSync(join(root, file), 'utf8').includes('fc.assert('),
  );
}

function tell(seed: number, file: string, test: string, message: string): void {
  faults.add(`${file} ${test}`);
  const name = namePattern(test).replaceAll("'", String.raw`'\''`);
  const text = `${test}\n${message}\nTOOLTHREAD_SEED=${seed} npm run vitest -- run ${file} -t '${name}'\n`;
  console.log(`COUNTEREXAMPLE ${text}`);
  appendFileSync(found, `${text}\n`);
}
