/** The context windows of models that many use, by how their names begin. Of a window that is shared with the answer, what is left for the request. */
const WINDOWS: readonly (readonly [begins: string, tokens: number])[] = [
  ['claude-', 200_000],
  ['gpt-5', 272_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-oss', 131_072],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['gemini-', 1_048_576],
];

/**
 * The size of a model's context window, in tokens; undefined if nobody here knows it.
 *
 * @example
 * [contextTokensOf('anthropic/claude-opus-4-7'), contextTokensOf('my-own-model')]; //=> [200_000, undefined]
 */
export function contextTokensOf(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return WINDOWS.find(([begins]) => name.startsWith(begins))?.[1];
}
