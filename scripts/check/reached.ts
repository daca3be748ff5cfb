import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Door, doorsOf } from './sources/doors-of.ts';
import { type Found, Modules } from './sources/modules.ts';
import { forEmbedders } from './for-embedders.ts';
import type { Declaration } from './sources/source.ts';

/** Where the program begins: the command, which serves too, and the page. */
const ENTRIES = ['apps/cli/src/main.ts', 'apps/web/src/main.tsx'];

/**
 * One line for each public function or class that the program never reaches: it is a second copy of a rule, or nobody needs it. What is
 * there for those who embed a package is in a table, with its reason.
 */
export function checkReached(root: string, excused: Readonly<Record<string, string>> = forEmbedders): string[] {
  const modules = new Modules(root);
  const reached = reachedFrom(ENTRIES.map((entry) => join(root, entry)).filter(existsSync), modules);
  const problems: string[] = [];
  const open = new Set(Object.keys(excused));
  for (const door of doorsOf(root).filter(({ isPublic }) => isPublic)) {
    if (modules.source(door.file).stars.length > 0)
      problems.push(`${door.name} exports all of a module: name what is public`);
    for (const { name, found } of functionsOf(door, modules)) {
      const label = `${door.name}: ${name}`;
      const isReached = reached.has(keyOf(found));
      if (!isReached && excused[label] === undefined)
        problems.push(`${label} is public, and the program never calls it`);
      if (isReached && excused[label] !== undefined)
        problems.push(`${label} is called: take it out of for-embedders.ts`);
      open.delete(label);
    }
  }
  return [...problems, ...Array.from(open, (label) => `${label} is not exported: take it out of for-embedders.ts`)];
}

function functionsOf(door: Door, modules: Modules): { readonly name: string; readonly found: Found }[] {
  return modules.names(door.file).flatMap((name) => {
    const found = modules.find(door.file, name);
    const kind = found?.declaration.kind;
    return found !== undefined && (kind === 'function' || kind === 'class') ? [{ name, found }] : [];
  });
}

/** Every declaration that is used by another one that is, from what the entries run. */
function reachedFrom(entries: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>();
  const loaded = new Set<string>();

  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const { imports, effects } = modules.source(file);
    for (const { from, name } of imports.values()) {
      const target = name === '' ? modules.resolve(file, from) : undefined;
      if (target !== undefined) load(target);
    }
    for (const effect of effects) follow(file, effect);
  };

  const reach = (found: Found | undefined): void => {
    if (found === undefined || reached.has(keyOf(found))) return;
    reached.add(keyOf(found));
    load(found.file);
    follow(found.file, found.declaration);
  };

  const follow = (file: string, { uses, loads }: Declaration): void => {
    for (const name of uses) {
      reach(modules.look(file, name));
      reachAll(file, name);
    }
    for (const { from, words } of loads) {
      const target = modules.resolve(file, from);
      if (target === undefined) continue;
      load(target);
      for (const name of modules.names(target))
        if (words.has(name) || name === 'default') reach(modules.find(target, name));
    }
  };

  /** `import * as name`: all of it. */
  const reachAll = (file: string, name: string): void => {
    const imported = modules.source(file).imports.get(name);
    const target = imported?.name === '*' ? modules.resolve(file, imported.from) : undefined;
    if (target !== undefined) for (const each of modules.names(target)) reach(modules.find(target, each));
  };

  entries.forEach(load);
  return reached;
}

function keyOf({ file, name }: Found): string {
  return `${file}#${name}`;
}
