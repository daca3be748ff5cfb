/**
 * `npm run chaos -- --runs 300 --seed 1`: three nodes on a PostgreSQL, nodes killed at random, the database restarted every few seconds. Says what held; exit code 1
 * if anything did not. `--rolling`: instead, one node after the other is restarted by SIGTERM. `--takeover`: the seconds until another node has a run, as JSON.
 */
import { parseArgs } from 'node:util';
import { chaos } from './chaos/chaos.ts';
import { takeover } from './chaos/takeover.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    takeover: { type: 'boolean' },
    rolling: { type: 'boolean' },
  },
});
if (values.takeover === true) {
  console.log(JSON.stringify({ killed: await takeover('SIGKILL'), frozen: await takeover('SIGSTOP') }));
  process.exit(0);
}
const [runs, seed] = [Number(values.runs ?? 300), Number(values.seed ?? Date.now() % 1_000_000)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error('usage: npm run chaos -- [--rolling] [--runs N] [--seed N]');
  process.exit(2);
}
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
