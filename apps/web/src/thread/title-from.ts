const LONGEST = 80;

/** The first line of the first message names the thread: `titleFrom('Upgrade it\nplease').title === 'Upgrade it'`. */
export function titleFrom(text: string): { readonly title?: string } {
  const line =
    text
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? '';
  if (line === '') return {};
  const points = [...line];
  return { title: points.length <= LONGEST ? line : `${points.slice(0, LONGEST - 1).join('')}…` };
}
