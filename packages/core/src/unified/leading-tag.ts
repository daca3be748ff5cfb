/**
 * Text that begins with one of these tags: which one, and what follows it.
 *
 * @example
 * leadingTag('<system-reminder>x</system-reminder> Go on.', ['system-reminder'])?.rest; //=> 'Go on.'
 */
export function leadingTag(
  text: string,
  tags: readonly string[],
): { readonly tag: string; readonly rest: string } | undefined {
  for (const tag of tags) {
    const end = text.startsWith(`<${tag}>`) ? text.indexOf(`</${tag}>`) : -1;
    if (end !== -1) return { tag, rest: text.slice(end + tag.length + 3).trimStart() };
  }
  return undefined;
}
