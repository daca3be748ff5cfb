import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { functionShapes } from './sources/function-shapes.ts';

/** Shorter ones are alike by chance. */
const LEAST = 16;

/** One line for each function that stands in several places, but for types and the names of its own variables: a rule has one place. */
export function checkTwinFunctions(root: string, excused: Readonly<Record<string, string>> = ALLOWED): string[] {
  const places = new Map<string, string[]>();
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root, exclude: LEFT_OUT }).toSorted();
  for (const file of files)
    for (const { name, shape, size } of functionShapes(file, readFileSync(join(root, file), 'utf8'))) {
      if (size < LEAST) continue;
      const place = `${file.replaceAll(sep, '/')}: ${name}`;
      const known = places.get(shape);
      if (known === undefined) places.set(shape, [place]);
      else known.push(place);
    }
  const twins = [...places.values()].filter(({ length }) => length > 1).map((all) => all.join(' = '));
  return [
    ...twins.filter((twin) => excused[twin] === undefined).map((twin) => `${twin}: make it one function`),
    ...Object.keys(excused)
      .filter((twin) => !twins.includes(twin))
      .map((twin) => `${twin}: they differ now; take it out of the list`),
  ];
}

/** The stub is a second opinion about what providers take, and shares nothing with our own. */
const LEFT_OUT = ['**/*.test.*', '**/node_modules/**', 'packages/provider-stub/**'];

/** What stands twice for a reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/cli/src/search/search-source.ts: soon = packages/agent/src/workspace/file-finder.ts: soon':
    'How long somebody waits for a search, and for names of files: no rule, and each has its own time.',
};
