/** Why these cannot be origins of pages, as a message; undefined if they can. */
export function originsProblem(origins: readonly string[]): string | undefined {
  // A `*` would be a name like any other, and no page has it.
  const isOrigin = (text: string): boolean =>
    URL.canParse(text) && new URL(text).origin === text && !text.includes('*');
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return undefined;
  return `allowedOrigins: ${JSON.stringify(wrong)} is not an origin. Write it as a browser does: https://app.example.com, without a path.`;
}
