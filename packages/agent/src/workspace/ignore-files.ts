/** What the `.gitignore` files of a workspace name is left out of lists and searches. */
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import { decodeText } from './decode-text.ts';
import type { PassOver } from './walk.ts';
import { readBytes } from './locate.ts';
import type { Located } from './locate.ts';

const NAME = '.gitignore';
const MOST_BYTES = 64 * 1024;
/** A pattern becomes a regular expression, whose cost grows with the power of its stars: a hostile one would stop the server. */
const TOO_MANY_STARS = /(?:\*[^*/]+){2}\*|(?:\*\*.*){3}|(?:\*.*){5}/;

interface Rules {
  /** The folder of the file: `packages/core/`. */
  readonly prefix: string;
  readonly patterns: Ignore;
}

/** `walk(place, signal, await ignoreFiles(place))`. Who asks for an ignored folder by its name sees what is in it. */
export async function ignoreFiles(place: Located): Promise<PassOver> {
  const above = await rulesAbove(place);
  const start = place.name === '.' ? '' : `${place.name}/`;
  const known = new Map<string, readonly Rules[]>();
  return async (prefix, entries) => {
    const inherited = prefix === start ? above : (known.get(parentOf(prefix)) ?? above);
    const own = entries.some(isIgnoreFile) ? await rulesIn(place.root, prefix) : [];
    const rules = [...own, ...inherited];
    known.set(prefix, rules);
    return (name, isFolder) => isIgnored(rules, prefix + name + (isFolder ? '/' : ''));
  };
}

/** The nearest file that says something of a path decides. */
function isIgnored(rules: readonly Rules[], path: string): boolean {
  for (const { prefix, patterns } of rules) {
    const { ignored, unignored } = patterns.test(path.slice(prefix.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Of the folders above the one that is walked, the nearest first; none if these name that folder itself. */
async function rulesAbove({ root, name }: Located): Promise<readonly Rules[]> {
  if (name === '.') return [];
  let rules: readonly Rules[] = [];
  let prefix = '';
  for (const folder of name.split('/')) {
    rules = [...(await rulesIn(root, prefix)), ...rules];
    prefix += `${folder}/`;
    if (isIgnored(rules, prefix)) return [];
  }
  return rules;
}

async function rulesIn(root: string, prefix: string): Promise<readonly Rules[]> {
  const name = prefix + NAME;
  const read = await readBytes({ ok: true, root, path: join(root, name), name }, MOST_BYTES);
  const text = read.ok ? decodeText(read.bytes, read.size > read.bytes.length) : undefined;
  if (text === undefined) return [];
  const lines = text.split(/\r?\n/).filter((line) => !TOO_MANY_STARS.test(line));
  return [{ prefix, patterns: ignore().add(lines) }];
}

function isIgnoreFile(entry: Dirent): boolean {
  return entry.name === NAME && entry.isFile();
}

/** `parentOf('a/b/') === 'a/'` */
function parentOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
}
