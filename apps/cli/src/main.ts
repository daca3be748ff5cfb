#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { commands } from './commands.ts';
import { failure } from './failure.ts';
import { helpText } from './help.ts';

// A reader such as `head` closes the pipe when it has enough: that is an end, not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await run(process.argv.slice(2));

async function run([name = 'serve', ...rest]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h') return say(helpText());
  if (name === '--version' || name === '-v') return say(`${version()}\n`);
  if (name === 'help') return rest[0] === undefined ? say(helpText()) : run([rest[0], '--help']);
  const command = commands.get(name.startsWith('-') ? 'serve' : name);
  if (command === undefined) {
    return failure(`There is no command "${name}".`, 'Run "toolthread --help" to see what there is.');
  }
  const start = await command.load();
  return start(name.startsWith('-') ? [name, ...rest] : rest);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function version(): string {
  const manifest: { readonly version?: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version ?? 'unknown';
}
