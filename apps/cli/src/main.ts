#!/usr/bin/env node
import { commands } from './commands.ts';
import { failure } from './failure.ts';

const [name = 'serve', ...rest] = process.argv.slice(2);
const named = name.startsWith('-') ? 'serve' : name;
const command = commands.get(named);

if (command === undefined) {
  process.exitCode = failure(`There is no command "${named}".`, 'Run "toolthread --help" to see what there is.');
} else {
  process.exitCode = await command(name === named ? rest : [name, ...rest]);
}
