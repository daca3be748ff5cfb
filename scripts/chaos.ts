/**
 * `npm run chaos -- --runs 300 --seed 1`: three nodes on a PostgreSQL, nodes killed at random, the database restarted every few seconds. Says what held; exit code 1
 * if anything did not. `--rolling`: instead, one node after the other is restarted by SIGTERM. `--takeover`: the seconds until another node has a run, as JSON.
 */
import { chaos } from './chaos/chaos.ts';
import { takeover } from './chaos/takeover.ts';
import { scriptOptions, wholeNumber } from './script-options.ts';

const USAGE = 'npm run chaos -- [--rolling | --takeover] [--runs N] [--seed N]';
const values = scriptOptions(USAGE, {
  runs: { type: 'string', default: '300' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  takeover: { type: 'boolean' },
  rolling: { type: 'boolean' },
});
if (values.takeover === true) {
  console.log(JSON.stringify({ killed: await takeover('SIGKILL'), frozen: await takeover('SIGSTOP') }));
  process.exit(0);
}
const [runs, seed] = [wholeNumber(USAGE, values.runs, 1), wholeNumber(USAGE, values.seed, 0)];
console.log(`${runs} runs, seed ${seed}`);
const {
  runs: said,
  ends,
  restarts,
  done,
  interrupted,
  faults,
} = await chaos({
  runs,
  seed,
  trouble: values.rolling === true ? 'rolling restarts' : 'crashes',
  endEveryMs: 3000,
  restartEveryMs: 5000,
  tell: console.log,
});
for (const fault of faults) console.error(fault);
console.log(
  `${said} runs through ${ends} ends of nodes and ${restarts} restarts of the database: ${done} calls done, ${interrupted} interrupted, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
