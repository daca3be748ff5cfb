/** Where the engine remembers each round of a pattern it throws below this, in a process that has compiled many (vitest.config.ts). */
const LENGTH = 5_500_000;

/** Millions of characters of one kind, where a reader may look for the end of something. Each is made when it is asked for. */
export const longTexts: Readonly<Record<string, () => string>> = {
  letters: () => 'x'.repeat(LENGTH),
  'blank lines behind a mark': () => `🔧 \`a\` [1]${'\r\n'.repeat(LENGTH / 2)}x`,
  'marks and blanks': () => '- '.repeat(LENGTH / 2),
  joiners: () => '\u200d'.repeat(LENGTH),
  'wide spaces': () => `a${'\u3000'.repeat(LENGTH)}b`,
  'Chinese letters': () => '漢'.repeat(LENGTH),
  entities: () => `&${'amp;'.repeat(LENGTH / 4)}lt;tool`,
};

/** What each of these readers throws at a text, by name. */
export function troubleWith(text: string, readers: Readonly<Record<string, (text: string) => unknown>>): string[] {
  return Object.entries(readers).flatMap(([name, read]) => {
    try {
      read(text);
      return [];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
}
