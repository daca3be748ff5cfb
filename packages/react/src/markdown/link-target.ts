const allowed: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address a click may open, or nothing: only whole http, https and mailto addresses ([L7]).
 * A relative one would lead into the page itself, so it stays text.
 *
 * `linkTarget('javascript:alert(1)') === undefined`
 */
export function linkTarget(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return allowed.has(url.protocol) ? url.href : undefined;
}
