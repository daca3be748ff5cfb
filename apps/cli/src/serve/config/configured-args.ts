/** Options from the environment and from a file, as command-line arguments, so that one parser checks all of them. */
import { dirname, resolve } from 'node:path';
import type { Fields } from '@toolthread/core/json';
import { OPTIONS, type ServeOption } from './serve-option.ts';

interface Environment {
  readonly [name: string]: string | undefined;
}

export interface ConfigGiven {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly file: string | undefined;
  readonly fields: Fields;
}

export type ConfiguredArgs =
  /** `sources`: where each option comes from that was set. */
  | { readonly ok: true; readonly args: readonly string[]; readonly sources: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly reason: string };

/** What is given as an argument wins over the environment, and that over the file. */
export function configuredArgs({ args, env, file, fields }: ConfigGiven): ConfiguredArgs {
  const kept = Object.entries<ServeOption>(OPTIONS).filter(([, { is }]) => is !== 'once' && is !== 'the file');
  const unknown = Object.keys(fields).find((field) => !kept.some(([name]) => name === field));
  if (unknown !== undefined) return { ok: false, reason: `${file}: there is no setting "${unknown}".` };
  const sources = new Map<string, string>();
  const more: string[] = [];
  for (const [name, { type, multiple = false, is }] of kept) {
    if (args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))) {
      sources.set(name, `--${name}`);
      continue;
    }
    const variable = variableOf(name);
    const told = env[variable] ?? '';
    const given: unknown = told === '' ? fields[name] : multiple ? told.split(',').map((one) => one.trim()) : told;
    if (given === undefined) continue;
    const source = told === '' ? String(file) : variable;
    // In a variable everything is text.
    const kind = type === 'boolean' ? 'boolean' : told === '' && is === 'number' ? 'number' : 'text';
    const values = valuesOf(given, kind, multiple);
    if (values === undefined) return { ok: false, reason: `${source}: ${name} needs ${wantedWords(kind, multiple)}.` };
    const folder = told === '' && file !== undefined && is === 'path' ? dirname(file) : undefined;
    if (type === 'boolean') more.push(...(values.includes('true') ? [`--${name}`] : []));
    else more.push(...values.map((value) => `--${name}=${folder === undefined ? value : resolve(folder, value)}`));
    sources.set(name, source);
  }
  return { ok: true, args: [...more, ...args], sources };
}

/** `variableOf('base-path') === 'TOOLTHREAD_BASE_PATH'` */
export function variableOf(name: string): string {
  return `TOOLTHREAD_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Undefined if it is something else. */
function valuesOf(given: unknown, kind: Kind, multiple: boolean): readonly string[] | undefined {
  if (kind === 'boolean') {
    if (given === true || given === 'true' || given === '1') return ['true'];
    return given === false || given === 'false' || given === '0' ? ['false'] : undefined;
  }
  if (kind === 'number') return typeof given === 'number' ? [String(given)] : undefined;
  const all: readonly unknown[] = multiple && Array.isArray(given) ? given : [given];
  return all.every((one) => typeof one === 'string') ? all : undefined;
}

type Kind = 'boolean' | 'number' | 'text';

function wantedWords(kind: Kind, multiple: boolean): string {
  if (kind === 'boolean') return 'true or false';
  if (kind === 'number') return 'a number, without quotes';
  return multiple ? 'a list of texts' : 'a text';
}
