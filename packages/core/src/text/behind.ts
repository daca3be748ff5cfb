/** A text behind its head, in pieces to be put one after the other: of a long text only the first line is copied. `behind('You: ', 'a\nb')` is `['You: a', '\nb']`. */
export function behind(head: string, text: string): readonly string[] {
  const end = text.indexOf('\n');
  return end === -1 ? [head + text] : [head + text.slice(0, end), text.slice(end)];
}
