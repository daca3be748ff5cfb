import type { ParseArgsOptionsConfig } from 'node:util';
import { failure } from './failure.ts';
import { parseOptions } from './parse-options.ts';
import type { Given } from './parse-options.ts';
import { printText } from './terminal/print-text.ts';

/** Runs, and resolves with the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

interface Shape<O extends ParseArgsOptionsConfig> {
  readonly name: string;
  readonly help: string;
  readonly options: O;
  /** Its words may begin with a dash. */
  readonly takes?: 'any words';
}

/**
 * A command that takes words beside its options. `--help` prints its help; options that are wrong are a failure that names the command.
 *
 * `command({ name: 'search', help: HELP, options: OPTIONS }, ({ limit }, words) => …)`
 */
export function command<O extends ParseArgsOptionsConfig>(
  { name, help, options, takes }: Shape<O>,
  run: (values: Given<O>['values'], words: readonly string[]) => Promise<number>,
): Command {
  return async (args) => {
    const parsed = parseOptions(args, options);
    const dashes = takes === undefined ? '' : ' Words that begin with "-" come after "--".';
    if (parsed.ok === false) return failure(parsed.reason, `Run "toolthread ${name} --help".${dashes}`);
    if (parsed.ok === true) return run(parsed.given.values, parsed.given.positionals);
    await printText(help);
    return 0;
  };
}

/** A command that takes options only. */
export function plainCommand<O extends ParseArgsOptionsConfig>(
  shape: Shape<O>,
  run: (values: Given<O>['values']) => Promise<number>,
): Command {
  return command(shape, async (values, [extra]) => {
    if (extra === undefined) return run(values);
    return failure(onlyOptions(shape.name, extra), `Run "toolthread ${shape.name} --help".`);
  });
}

/** `onlyOptions('serve', 'extra')` */
export function onlyOptions(name: string, extra: string): string {
  return `"${extra}" is not understood: "toolthread ${name}" takes options only.`;
}

/** A command that takes one file, or the first letters of a session's id. */
export function fileCommand<O extends ParseArgsOptionsConfig>(
  shape: Shape<O>,
  run: (path: string, values: Given<O>['values']) => Promise<number>,
): Command {
  return command(shape, async (values, [path, ...others]) => {
    if (path !== undefined && others.length === 0) {
      const { findSession } = await import('./sessions/find-session.ts');
      const found = await findSession(path);
      return 'what' in found ? failure(found.what, found.whatToDo) : run(found.path, values);
    }
    const what = path === undefined ? 'Which file?' : `One file at a time: ${others.length + 1} were given.`;
    return failure(what, `toolthread ${shape.name} FILE; "toolthread sessions" lists what there is.`);
  });
}
