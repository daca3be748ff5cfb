import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Given<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: boolean; strict: true }>
>;

/**
 * What a script of npm's was given: `scriptOptions('npm run chaos -- [--runs N]', { runs: { type: 'string' } })`. `--help` prints the usage and ends it; so does what is not
 * understood, with a code that says so.
 */
export function scriptOptions<O extends ParseArgsOptionsConfig>(usage: string, options: O): Given<O>['values'] {
  return given(usage, options, false).values;
}

/** The same of a script that is told names too: `const { values, positionals } = scriptArguments(USAGE, {})`. */
export function scriptArguments<O extends ParseArgsOptionsConfig>(usage: string, options: O): Given<O> {
  return given(usage, options, true);
}

function given<O extends ParseArgsOptionsConfig>(usage: string, options: O, allowPositionals: boolean): Given<O> {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ options, allowPositionals, strict: true });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

/** A whole number from `least` on, or the end of the script. */
export function wholeNumber(usage: string, given: string, least: number): number {
  const number = Number(given);
  if (given.trim() !== '' && Number.isInteger(number) && number >= least) return number;
  process.stderr.write(`"${given}" is no number from ${least} on.\n\n${usage}\n`);
  process.exit(2);
}
