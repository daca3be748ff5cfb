/** The options that were given, or why they cannot be understood. */
export type ParsedOptions<T> =
  | { readonly ok: true; readonly given: T }
  | { readonly ok: false; readonly reason: string };

/** `parseOptions(() => parseArgs({ args, options }))`: what the parser throws is for people, and becomes a value. */
export function parseOptions<T>(parse: () => T): ParsedOptions<T> {
  try {
    return { ok: true, given: parse() };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** The parser's message. Where a value looks like an option, the parser's words do not help, and ours stand instead. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(error.message) ?? [];
  return option === undefined
    ? error.message
    : `${option} wants a value, and what follows it begins with "-". If it is meant as the value, write ${option}=VALUE.`;
}

/** `--port -1` as `--port=-1`: a negative number is a value, so that the command can say which values it takes. */
export function withNegativeNumbers(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, word) => {
    const before = joined.at(-1);
    if (!/^-\d/.test(word) || before === undefined || !/^--[\w-]+$/.test(before)) return [...joined, word];
    return [...joined.slice(0, -1), `${before}=${word}`];
  }, []);
}
