/** What a person typed, or why it cannot be meant. */
export type Parsed<T> = { readonly ok: true; readonly given: T } | { readonly ok: false; readonly reason: string };

/** `parsed(() => parseArgs({ args, options }))`: the parser throws, and what it says is for people. */
export function parsed<T>(parse: () => T): Parsed<T> {
  try {
    return { ok: true, given: parse() };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
