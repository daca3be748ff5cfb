/**
 * `npm run explore -- --minutes 60 --workers 1`: every property test with fresh seeds, round after round, until the time is over.
 * Says how to repeat each counterexample, and keeps them in a file. Exit code 1 if there is any.
 */
import { randomInt } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namePattern } from './explore/name-pattern.ts';
import { runRound } from './explore/run-round.ts';
import { scriptOptions, wholeNumber } from './script-options.ts';
import { makeRunFolder } from './test-run/run-folder.ts';

const USAGE = 'npm run explore -- [--minutes N] [--workers N]';
const values = scriptOptions(USAGE, {
  minutes: { type: 'string', default: '10' },
  workers: { type: 'string', default: String(availableParallelism()) },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`"${values.minutes}" is no number of minutes.\n\n${USAGE}`);
  process.exit(2);
}
const workers = wholeNumber(USAGE, values.workers, 1);

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/explore');
const found = join(cache, 'counterexamples.txt');
mkdirSync(cache, { recursive: true });
const temporary = makeRunFolder();
const signal = AbortSignal.timeout(minutes * 60_000);
const properties = new Map<string, { readonly file: string; readonly test: string }>();
const faults = new Set<string>();
let rounds = 0;
let cases = 0;

while (!signal.aborted) {
  const seed = randomInt(2 ** 31);
  const folder = join(cache, 'round');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const known = [...properties.values()];
  const files = known.length === 0 ? propertyFiles() : [...new Set(known.map(({ file }) => file))];
  const tests = [...new Set(known.map(({ test }) => test))];
  const started = performance.now();
  const { runs, broken } = await runRound({ root, folder, seed, files, tests, workers, signal });
  if (!signal.aborted) rounds += 1;
  for (const { file, test, cases: tried, counterexample } of runs) {
    // What was learnt from a first round that was cut short is not all.
    if (!signal.aborted || rounds > 0) properties.set(`${file} ${test}`, { file, test });
    cases += tried;
    if (counterexample !== undefined) tell(seed, file, test, counterexample.message);
  }
  for (const { file, test, message } of broken) tell(seed, file, test, message);
  if (runs.length === 0 && !signal.aborted) throw new Error('no property ran: npm test says why');
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`seed ${seed}: ${runs.length} properties, ${seconds} s${signal.aborted ? ', cut short' : ''}`);
}

temporary.remove();
console.log(
  `${rounds} rounds, ${properties.size} tests with properties, ${cases} cases, ${faults.size} counterexamples`,
);
if (faults.size > 0) {
  console.log(`They are in ${found}.`);
  process.exitCode = 1;
}

function propertyFiles(): readonly string[] {
  const files = globSync(
    ['{packages,apps,bench}/*/{src,test,stub,e2e}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'seeds/*.test.{ts,tsx}'],
    {
      cwd: root,
    },
  );
  return files.filter((file) => readFileSync(join(root, file), 'utf8').includes('fc.assert('));
}

function tell(seed: number, file: string, test: string, message: string): void {
  faults.add(`${file} ${test}`);
  const name = namePattern(test).replaceAll("'", String.raw`'\''`);
  const text = `${test}\n${message}\nTOOLTHREAD_SEED=${seed} npm run vitest -- run ${file} -t '${name}'\n`;
  console.log(`COUNTEREXAMPLE ${text}`);
  appendFileSync(found, `${text}\n`);
}
