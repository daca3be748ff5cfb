import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LAWS = 'docs/laws.md';
const TESTS = ['{packages,apps,seeds}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/** One line for each law that no test cites, and for each title that cites a law which is not written down. */
export function checkLaws(root: string): string[] {
  const written = new Set(Array.from(readFileSync(join(root, LAWS), 'utf8').matchAll(/^\| \*\*(L\d+)\*\*/gm), second));
  const files = globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] });
  const cited = new Map<string, string>();
  for (const file of files) {
    for (const law of readFileSync(join(root, file), 'utf8').matchAll(/['"`][^'"`\n]*\[(L\d+)\]/g)) {
      cited.set(second(law), file);
    }
  }
  return [
    ...[...written].filter((law) => !cited.has(law)).map((law) => `${LAWS}: no test cites [${law}]`),
    ...[...cited]
      .filter(([law]) => !written.has(law))
      .map(([law, file]) => `${file}: [${law}] is not a law of ${LAWS}`),
  ];
}

function second([, name = '']: readonly string[]): string {
  return name;
}
