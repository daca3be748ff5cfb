import { vi } from 'vitest';
import { commands } from '../src/commands.ts';
import { run } from '../src/run.ts';
import { surroundings } from './run-cli.ts';
import type { Ran, RunOptions } from './run-cli.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * A command in this process, one after the other: `await runHere(['tokens', 'list'])`. It takes a tenth of the time of a process. What only a process shows
 * (how it ends, several at once, what a signal does) is for `runCli`.
 */
export function runHere(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const ran = last.then(() => runNow(args, options));
  last = ran.catch(() => undefined);
  return ran;
}

async function runNow(args: readonly string[], options: RunOptions): Promise<Ran> {
  // What its sources do once, when they are loaded, belongs to no run.
  await commands.get(args[0] ?? 'serve')?.load();
  const [stdout, stderr] = [taken(process.stdout), taken(process.stderr)];
  const [env, cwd, exits] = [{ ...process.env }, process.cwd(), process.listeners('exit')];
  try {
    replaceEnv(surroundings(options));
    if (options.cwd !== undefined) process.chdir(options.cwd);
    const code = await run(args);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const atEnd of process.listeners('exit').filter((one) => !exits.includes(one))) {
      process.removeListener('exit', atEnd);
      atEnd(0);
    }
    process.chdir(cwd);
    replaceEnv(env);
    for (const stream of [stdout, stderr]) stream.giveBack();
  }
}

/** What is written to it comes here, until it is given back. */
function taken(stream: NodeJS.WriteStream): { text: () => string; giveBack: () => void } {
  const pieces: Buffer[] = [];
  const write = vi.spyOn(stream, 'write').mockImplementation((piece, ...then: readonly unknown[]) => {
    pieces.push(Buffer.from(piece));
    for (const done of then) if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  });
  return { text: () => Buffer.concat(pieces).toString('utf8'), giveBack: () => write.mockRestore() };
}

function replaceEnv(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
