import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ratios by the names of their cases. */
type Ratios = Readonly<Record<string, number>>;

/** The ratios of this run, and of earlier ones into the same folder: a picture of all cases can be measured some at a time, each on a quiet machine. */
export function keptRatios(folder: string, measured: Ratios): Ratios {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'benchmarks.json');
  const before: Ratios = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = { ...before, ...measured };
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  return all;
}
