import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LAWS = 'docs/laws.md';
const README = 'README.md';
const TESTS = ['{packages,apps,seeds}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/** One line for each law that no test cites, for each title that cites a law which is not written down, and for each law that the README calls otherwise. */
export function checkLaws(root: string): string[] {
  const laws = Array.from(readFileSync(join(root, LAWS), 'utf8').matchAll(/^\| \*\*(L\d+)\*\* \| ([^|]+) \|/gm));
  const written = new Set(laws.map(second));
  const readme = readFileSync(join(root, README), 'utf8');
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
    ...laws
      .map(([, law, name]) => `${law} ${name}`)
      .filter((law) => !readme.includes(`**${law}.**`))
      .map((law) => `${README}: ${law} is missing, or has another name`),
  ];
}

function second([, name = '']: readonly string[]): string {
  return name;
}
