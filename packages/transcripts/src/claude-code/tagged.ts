/** `tagged('<a>1</a>', 'a') === '1'`: the text inside of the first such tag. */
export function tagged(text: string, tag: string): string | undefined {
  const open = text.indexOf(`<${tag}>`);
  if (open === -1) return undefined;
  const from = open + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return end === -1 ? undefined : text.slice(from, end).trim();
}
