import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { doorsOf } from './doors-of.ts';
import { type Declaration, type Named, readSource, type Source } from './source.ts';

/** What is behind a name: its declaration, and the file it is in. */
export interface Found {
  readonly file: string;
  readonly name: string;
  readonly declaration: Declaration;
}

/** The modules of the repository, each read once. */
export class Modules {
  readonly #sources = new Map<string, Source>();
  readonly #doors: ReadonlyMap<string, string>;

  constructor(root: string) {
    this.#doors = new Map(doorsOf(root).map(({ name, file }) => [name, file]));
  }

  source(file: string): Source {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const source = readSource(file);
    this.#sources.set(file, source);
    return source;
  }

  /** The file that a specifier means; undefined for packages of others, and for what is no code. */
  resolve(file: string, specifier: string): string | undefined {
    if (!specifier.startsWith('.')) return this.#doors.get(specifier);
    const target = resolve(dirname(file), specifier);
    return /\.tsx?$/.test(target) && existsSync(target) ? target : undefined;
  }

  /** Every name that a module exports, through its stars too. */
  names(file: string): string[] {
    const { exports, stars } = this.source(file);
    const more = stars.flatMap((from) => {
      const target = this.resolve(file, from);
      return target === undefined ? [] : this.names(target);
    });
    return [...new Set([...exports.keys(), ...more])].sort();
  }

  /** The declaration behind a name that a module exports. */
  find(file: string, name: string): Found | undefined {
    const { exports, stars } = this.source(file);
    const exported = exports.get(name);
    if (exported !== undefined) return this.#follow(file, exported);
    for (const from of stars) {
      const target = this.resolve(file, from);
      const found = target === undefined ? undefined : this.find(target, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether a module exports a name for its type alone. */
  isTypeOnly(file: string, name: string): boolean {
    const { exports, typeExports, stars } = this.source(file);
    if (typeExports.has(name)) return true;
    const exported = exports.get(name);
    if (typeof exported === 'string') return false;
    const next = exported === undefined ? stars.map((from) => ({ from, name })) : [exported];
    return next.some((one) => {
      const target = this.resolve(file, one.from);
      return target !== undefined && this.isTypeOnly(target, one.name);
    });
  }

  /** The declaration behind a name that is used inside a module. */
  look(file: string, name: string): Found | undefined {
    const { declarations, imports } = this.source(file);
    const declaration = declarations.get(name);
    if (declaration !== undefined) return { file, name, declaration };
    const imported = imports.get(name);
    return imported === undefined ? undefined : this.#follow(file, imported);
  }

  /** The declaration behind the name of a type that is used inside a module. */
  lookType(file: string, name: string): Found | undefined {
    const imported = this.source(file).typeImports.get(name);
    return imported === undefined ? this.look(file, name) : this.#follow(file, imported);
  }

  #follow(file: string, to: Named | string): Found | undefined {
    if (typeof to === 'string') return this.lookType(file, to);
    const target = this.resolve(file, to.from);
    return target === undefined ? undefined : this.find(target, to.name);
  }
}
