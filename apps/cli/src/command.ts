import { failure } from './failure.ts';
import { parseOptions } from './parse-options.ts';
import { printText } from './terminal/print-text.ts';

/** Runs, and resolves with the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

interface Given {
  readonly values: { readonly help?: boolean | undefined };
}

export const HELP_OPTION = { type: 'boolean', short: 'h' } as const;

/**
 * A command of the program: `--help` prints its help, and options that cannot be parsed are a failure that names it.
 * `command('open', HELP, (args) => parseArgs({ args, options }), ({ values }) => …)`
 */
export function command<T extends Given>(
  name: string,
  help: string,
  parse: (args: string[]) => T,
  run: (given: T) => Promise<number>,
): Command {
  return async (args) => {
    const parsed = parseOptions(() => parse([...args]));
    if (!parsed.ok) return failure(parsed.reason, `Run "toolthread ${name} --help".`);
    if (parsed.given.values.help !== true) return run(parsed.given);
    await printText(help);
    return 0;
  };
}
