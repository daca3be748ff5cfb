import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INDEX = 'docs/README.md';
const HEADINGS = ['## Context', '## Decision', '## Consequences'];

/**
 * One line for each number that two records of a decision have, each heading with another number, each record that has another form
 * than the others, and each that the index does not list, or lists with another title.
 */
export function checkDecisions(root: string): string[] {
  const records = globSync('*.md', { cwd: join(root, 'docs/adr') }).toSorted();
  const index = readFileSync(join(root, INDEX), 'utf8');
  const first = new Map<string, string>();
  return records.flatMap((record) => {
    const number = record.slice(0, 4);
    const path = `docs/adr/${record}`;
    const text = readFileSync(join(root, path), 'utf8');
    const taken = first.get(number);
    if (taken === undefined) first.set(number, record);
    return [
      ...(taken === undefined ? [] : [`${path}: ${taken} has this number`]),
      ...headingProblems(text, number, path, index),
      ...(hasForm(text) ? [] : [`${path}: its form is a line "Status: …", then Context, Decision, Consequences`]),
      ...(index.includes(`[${number}](adr/${record})`) ? [] : [`${path}: ${INDEX} does not list it`]),
    ];
  });
}

function headingProblems(text: string, number: string, path: string, index: string): string[] {
  const start = `# ${number} `;
  if (!text.startsWith(start)) return [`${path}: its heading has another number`];
  const link = `](${path.slice('docs/'.length)}) | `;
  const title = text.slice(start.length, text.indexOf('\n'));
  if (!index.includes(link) || index.includes(`${link}${title} |`)) return [];
  return [`${path}: ${INDEX} lists it with another title`];
}

function hasForm(text: string): boolean {
  const lines = text.split('\n');
  const headings = lines.filter((line) => line.startsWith('## '));
  return lines[2]?.startsWith('Status: ') === true && headings.join() === HEADINGS.join();
}
