import { parseArgs } from 'node:util';

const SIZES = ['events', 'threads', 'unanswered', 'files'] as const;
const size = { type: 'string' } as const;
const OPTIONS = {
  json: { type: 'boolean' },
  plot: { type: 'string' },
  events: size,
  threads: size,
  unanswered: size,
  files: size,
} as const;

interface BenchOptions {
  readonly values: { readonly json?: boolean; readonly plot?: string };
  /** Which cases; none for all. */
  readonly positionals: readonly string[];
  readonly sizes: Readonly<Record<string, number>>;
}

/** What `npm run bench` was given. `--help` says what there is, and so does what is not understood: both end the program. */
export function benchOptions(names: readonly string[]): BenchOptions {
  const usage = `npm run bench -- [NAME…] [--json] [--plot DIR] [${SIZES.map((name) => `--${name} N`).join('] [')}]

Side by side with others. Without a name all of them, which takes an hour; the sizes are for cases with a large ledger.

${names.map((name) => `  ${name}`).join('\n')}`;
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const unknown = positionals.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`);
    const sizes = SIZES.flatMap((name) => (values[name] === undefined ? [] : [[name, wholeNumber(values[name])]]));
    return { values, positionals, sizes: Object.fromEntries(sizes) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

function wholeNumber(given: string): number {
  const number = Number(given);
  if (given.trim() === '' || !Number.isInteger(number) || number < 1)
    throw new Error(`"${given}" is no number from 1 on.`);
  return number;
}
