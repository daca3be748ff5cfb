import { readFileSync } from 'node:fs';
import { commands } from './commands.ts';
import { failure } from './failure.ts';
import { helpText } from './help-text.ts';
import { printText } from './terminal/print-text.ts';

/** `run(['sessions', '--json'])` resolves with the exit code. */
export async function run([name = 'serve', ...rest]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h') return say(helpText());
  if (name === '--version' || name === '-v') return say(`${version()}\n`);
  if (name === 'help') return rest[0] === undefined ? say(helpText()) : run([rest[0], '--help']);
  const command = commands.get(name.startsWith('-') ? 'serve' : name);
  if (command === undefined) {
    return failure(`There is no command "${name}".`, 'Run "toolthread --help" for the list of commands.');
  }
  const start = await command.load();
  return start(name.startsWith('-') ? [name, ...rest] : rest);
}

async function say(text: string): Promise<number> {
  await printText(text);
  return 0;
}

function version(): string {
  const manifest: { readonly version?: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version ?? 'unknown';
}
