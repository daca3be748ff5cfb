import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Record<string, string>;
}

/** One line for each entry of the lock file that ties it to a registry's host, or that `npm ci` would refuse. */
export function checkLock(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages: Record<string, LockedPackage> = lock.packages;
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));

  const npmrc = readFileSync(join(root, '.npmrc'), 'utf8').split('\n');
  const scripts = npmrc.includes('ignore-scripts=true')
    ? []
    : ['.npmrc: without ignore-scripts=true, npm 10 runs install scripts'];
  const entries = Object.entries(packages).flatMap(([path, { resolved, optionalDependencies }]) => [
    ...(resolved?.includes('://') ? [`${path}: resolved to a host; see .npmrc`] : []),
    // New native tools reach the registry before all their bindings do: `npm i` skips those, `npm ci` wants them.
    ...Object.keys(optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name} is not locked; take the release before`),
  ]);
  return [...scripts, ...entries];
}
