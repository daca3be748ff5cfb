/** What a person typed, or why it cannot be meant. */
export type Parsed<T> = { readonly ok: true; readonly given: T } | { readonly ok: false; readonly reason: string };

/** `parsed(() => parseArgs({ args, options }))`: the parser throws, and what it says is for people. */
export function parsed<T>(parse: () => T): Parsed<T> {
  try {
    return { ok: true, given: parse() };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** What the parser says, but in our words where a value looks like an option: its own are about the parser. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(error.message) ?? [];
  return option === undefined
    ? error.message
    : `${option} wants a value, and what follows it begins with "-". If it is meant as the value, write ${option}=VALUE.`;
}

/** `--port -1` as `--port=-1`: a number below zero is a value, and whoever asks for one is told what is wanted instead. */
export function withNegativeNumbers(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, word) => {
    const before = joined.at(-1);
    if (!/^-\d/.test(word) || before === undefined || !/^--[\w-]+$/.test(before)) return [...joined, word];
    return [...joined.slice(0, -1), `${before}=${word}`];
  }, []);
}
