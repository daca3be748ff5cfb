import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

/** Every command has it. */
const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

/** The values of the options that were given, and the words beside them. */
export type Given<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>;

export type ParsedOptions<O extends ParseArgsOptionsConfig> =
  | { readonly ok: true; readonly given: Given<O> }
  | { readonly ok: 'help' }
  | { readonly ok: false; readonly reason: string };

/** `parseOptions(['--port', '80'], { port: { type: 'string' } })`: what is wrong is said in our words, never in the parser's. */
export function parseOptions<O extends ParseArgsOptionsConfig>(given: readonly string[], options: O): ParsedOptions<O> {
  const args = withNegativeNumbers(given);
  const { tokens } = parseArgs({
    args,
    options: { ...options, ...HELP_OPTION },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const written = tokens.filter((token) => token.kind === 'option');
  const reason = written.map((option) => problemOf(option, options)).find((problem) => problem !== undefined);
  if (reason !== undefined) return { ok: false, reason };
  if (written.some(({ name }) => name === 'help')) return { ok: 'help' };
  return { ok: true, given: parseArgs({ args, options, allowPositionals: true }) };
}

interface WrittenOption {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function problemOf(
  { name, rawName, value, inlineValue }: WrittenOption,
  options: ParseArgsOptionsConfig,
): string | undefined {
  const all: ParseArgsOptionsConfig = { ...options, ...HELP_OPTION };
  const known = Object.hasOwn(all, name) ? all[name] : undefined;
  if (known === undefined) return `There is no option ${rawName}.`;
  if (known.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value, not "${value}".`;
  if (value === undefined) return `${rawName} needs a value.`;
  if (inlineValue === true || !/^-./.test(value)) return undefined;
  return `${rawName} needs a value, and what follows begins with "-". If that is the value, write ${rawName}=VALUE.`;
}

/** `--port -1` as `--port=-1`: a negative number is a value, so that the command can say which values it takes. */
function withNegativeNumbers(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, word) => {
    const before = joined.at(-1);
    if (!/^-\d/.test(word) || before === undefined || !/^--[\w-][\w-]*$/.test(before)) return [...joined, word];
    return [...joined.slice(0, -1), `${before}=${word}`];
  }, []);
}
