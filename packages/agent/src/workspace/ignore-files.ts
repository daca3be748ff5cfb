/** What the `.gitignore` files of a workspace name is left out of lists and searches. */
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { decodeText } from './decode-text.ts';
import { firstNames } from './first-names.ts';
import { parseIgnoreRule, ruleMatches } from './ignore-rule.ts';
import type { IgnoreRule } from './ignore-rule.ts';
import type { PassOver } from './walk.ts';
import { readBytes } from './locate.ts';
import type { Located } from './locate.ts';

const NAME = '.gitignore';
const MOST_BYTES = 64 * 1024;
/** In force for one name, of all files above it together: each name is compared with each of them. */
const MOST_RULES = 2000;
const LONGEST_LINE = 500;
/** After so many rules it is looked whether others should have their turn. */
const AT_ONCE = 4;
const TURN_MS = 10;

interface Rules {
  /** The folder of the file: `packages/core/`. */
  readonly prefix: string;
  /** The last line first: it decides. */
  readonly rules: readonly IgnoreRule[];
}

/** Who asks for an ignored folder by its name sees what is in it. */
export class IgnoreFiles {
  readonly #place: Located;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, readonly Rules[]>();
  /** The files of which not every line is used. */
  readonly #cut = new Set<string>();
  #turnAt = performance.now();

  constructor(place: Located, signal: AbortSignal) {
    this.#place = place;
    this.#signal = signal;
  }

  /** For `walk`. */
  readonly passOver: PassOver = async (prefix, entries) => {
    const start = this.#place.name === '.' ? '' : `${this.#place.name}/`;
    const inherited = prefix === start ? await this.#rulesAbove() : (this.#known.get(parentOf(prefix)) ?? []);
    const rules = entries.some(isIgnoreFile) ? await this.#withRulesIn(prefix, inherited) : inherited;
    this.#known.set(prefix, rules);
    return (name, isFolder) => this.#isIgnored(rules, prefix + name, isFolder);
  };

  /** What the reader of a list is told, if not all was done as the files say. */
  notes(): readonly string[] {
    if (this.#cut.size === 0) return [];
    return [`(too long, so that not every line of it was used: ${firstNames([...this.#cut])})`];
  }

  /** The nearest file that says something of a path decides, and in it the last line that does. */
  async #isIgnored(files: readonly Rules[], path: string, isFolder: boolean): Promise<boolean> {
    let compared = 0;
    for (const { prefix, rules } of files) {
      const names = path.slice(prefix.length).split('/');
      for (const rule of rules) {
        compared += 1;
        if (compared % AT_ONCE === 0 && this.#isDue()) await this.#giveTurn();
        if (this.#signal.aborted) return false;
        if (ruleMatches(rule, names, isFolder)) return !rule.takesBack;
      }
    }
    return false;
  }

  #isDue(): boolean {
    return performance.now() - this.#turnAt > TURN_MS;
  }

  async #giveTurn(): Promise<void> {
    await setImmediate();
    this.#turnAt = performance.now();
  }

  /** Of the folders above the one that is walked, the nearest first; none if these name that folder itself. */
  async #rulesAbove(): Promise<readonly Rules[]> {
    const { name } = this.#place;
    if (name === '.') return [];
    let rules: readonly Rules[] = [];
    let prefix = '';
    for (const folder of name.split('/')) {
      rules = await this.#withRulesIn(prefix, rules);
      if (await this.#isIgnored(rules, prefix + folder, true)) return [];
      prefix += `${folder}/`;
    }
    return rules;
  }

  async #withRulesIn(prefix: string, inherited: readonly Rules[]): Promise<readonly Rules[]> {
    const { root } = this.#place;
    const name = prefix + NAME;
    const read = await readBytes({ ok: true, root, path: join(root, name), name }, MOST_BYTES);
    if (!read.ok) return inherited;
    const isCut = read.size > read.bytes.length;
    const text = decodeText(read.bytes, isCut);
    if (text === undefined) return inherited;
    if (isCut) this.#cut.add(name);
    const most = MOST_RULES - inherited.reduce((sum, { rules }) => sum + rules.length, 0);
    const rules: IgnoreRule[] = [];
    const lines = text.split(/\r?\n/);
    // The beginning of a line may name more than all of it.
    if (isCut) lines.pop();
    for (const line of lines) {
      if (this.#isDue()) await this.#giveTurn();
      const rule = line.length > LONGEST_LINE ? 'too_long' : parseIgnoreRule(line);
      if (rule === undefined) continue;
      if (rule === 'too_long' || rules.length >= most) this.#cut.add(name);
      else rules.push(rule);
    }
    return rules.length === 0 ? inherited : [{ prefix, rules: rules.toReversed() }, ...inherited];
  }
}

function isIgnoreFile(entry: Dirent): boolean {
  return entry.name === NAME && entry.isFile();
}

/** `parentOf('a/b/') === 'a/'` */
function parentOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
}
