/**
 * Runs commands one after another, in the sandbox or without one, as a server does, and prints their results as JSON:
 * `node run-commands-main.ts WORKSPACE '["first", "second"]' [off]`. From when a command prints `no descriptors` until its result is there, this
 * program has none left.
 */
import { closeSync, openSync } from 'node:fs';
import { runShellCommand, shellTool } from '../src/tools/run-shell-command.ts';
import { loneContext } from './lone-context.ts';

const [, , workspace = '', list = '[]', sandbox = 'bubblewrap'] = process.argv;
const approved = sandbox === 'off';
const shell = approved ? shellTool({ sandbox: 'off' }) : runShellCommand;
const commands: readonly string[] = JSON.parse(list);
const held: number[] = [];
const results: unknown[] = [];
let holding: NodeJS.Immediate | undefined;
for (const command of commands) {
  const accepted = await shell.accept({ command });
  if (accepted.kind !== 'run') throw new Error(accepted.kind);
  const output = (text: string): void => void (text.includes('no descriptors') && holdAll());
  try {
    results.push(await accepted.execute(loneContext({ workspace, approved, output })));
  } catch (error) {
    results.push({ thrown: String(error) });
  }
  clearImmediate(holding);
  for (const descriptor of held.splice(0)) closeSync(descriptor);
}
process.stdout.write(JSON.stringify(results));

function holdAll(): void {
  holding = setImmediate(holdAll);
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch {
    return;
  }
}
