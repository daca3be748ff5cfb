import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const USUAL = {
  XDG_CACHE_HOME: ['.cache'],
  XDG_CONFIG_HOME: ['.config'],
  XDG_DATA_HOME: ['.local', 'share'],
} as const;

/** Where a person's files of that kind are: `userFolder('XDG_CACHE_HOME', process.env)`. A path that is empty or not absolute is ignored, as the standard asks. */
export function userFolder(
  kind: keyof typeof USUAL,
  env: { readonly [name: string]: string | undefined },
  home: string = env['HOME'] ?? homedir(),
): string {
  const named = env[kind] ?? '';
  return isAbsolute(named) ? named : join(home, ...USUAL[kind]);
}
