/** `node hiding-shell.ts HIDDEN WORKSPACE COMMAND`: runs the command in the sandbox, for tests that have mounts of their own. */
import { confine } from '../src/sandbox/confine.ts';
import { runBubblewrap } from '../src/sandbox/run-bubblewrap.ts';

const [hidden = '', workspace = '', command = ''] = process.argv.slice(2);
const confined = await confine({ workspace, cwd: workspace, network: false, hides: [hidden] });
if (!confined.ok) throw new Error(confined.why);
await runBubblewrap({
  argvFor: (sockets) => confined.argv(['/bin/sh', '-c', command], { mounts: undefined, sockets }),
  workspace,
  cwd: workspace,
  env: { PATH: '/usr/bin:/bin' },
  mostBytes: 100_000,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  output: (bytes) => void process.stdout.write(bytes),
});
