/**
 * What no tool may bring into a thread, wherever it found it: the keys in the environment and the token of this server.
 * `secretsOf(process.env, token)`
 */
export function secretsOf(env: { readonly [name: string]: string | undefined }, token: string): readonly string[] {
  const keys = Object.entries(env).flatMap(([name, value]) =>
    name.endsWith('_API_KEY') && value !== undefined ? [value] : [],
  );
  return [...keys, token];
}
