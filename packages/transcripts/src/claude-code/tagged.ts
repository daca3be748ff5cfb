/** `tagged('<a>1</a>', 'a') === '1'`: the text inside of the first such tag. */
export function tagged(text: string, tag: string): string | undefined {
  const open = text.indexOf(`<${tag}>`);
  if (open === -1) return undefined;
  const from = open + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return end === -1 ? undefined : text.slice(from, end).trim();
}

/** Text that begins with one of these tags: which one, and what follows it. */
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
