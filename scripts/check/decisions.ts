import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INDEX = 'docs/README.md';

/** One line for each number that two records of a decision have, each heading with another number, and each record that the index does not list. */
export function checkDecisions(root: string): string[] {
  const records = globSync('*.md', { cwd: join(root, 'docs/adr') }).toSorted();
  const index = readFileSync(join(root, INDEX), 'utf8');
  const first = new Map<string, string>();
  return records.flatMap((record) => {
    const number = record.slice(0, 4);
    const path = `docs/adr/${record}`;
    const taken = first.get(number);
    if (taken === undefined) first.set(number, record);
    return [
      ...(taken === undefined ? [] : [`${path}: ${taken} has this number`]),
      ...(readFileSync(join(root, path), 'utf8').startsWith(`# ${number} `)
        ? []
        : [`${path}: its heading has another number`]),
      ...(index.includes(`[${number}](adr/${record})`) ? [] : [`${path}: ${INDEX} does not list it`]),
    ];
  });
}
