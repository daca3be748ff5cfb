import type { Json } from '@toolthread/core/json';
import { matchesGlob, matchesInAnyCase, matchesName } from '../workspace/matches-glob.ts';
import { locate } from '../workspace/locate.ts';
import { forbidsCommand } from './allows-command.ts';
import { commandOf, parseCommand } from './parse-command.ts';
import type { ParsedCommand } from './parse-command.ts';
import type { AskedCall } from './policy.ts';

/** A call whose command is parsed, once for all rules. */
export interface ParsedCall extends AskedCall {
  /** Undefined where there is none that can be read. */
  readonly parsed: ParsedCommand | undefined;
}

export function parsedCall(call: AskedCall): ParsedCall {
  const command = commandOf(call.arguments);
  return { ...call, parsed: command === undefined ? undefined : parseCommand(command, call.workspace) };
}

/**
 * Does an argument match? `strictly` is asked before something is allowed: what cannot be judged does not match.
 * `broadly` before something is held back: what may match does.
 */
export async function argumentMatches(
  { arguments: given, workspace, parsed }: ParsedCall,
  name: string,
  pattern: string,
  how: 'strictly' | 'broadly',
): Promise<boolean> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  const value = Object.entries(given).find(([key]) => key === name)?.[1];
  if (value === undefined) return false;
  switch (name) {
    case 'command':
      return parsed !== undefined && forbidsCommand(parsed, pattern);
    case 'path':
      return typeof value === 'string' && pathMatches(value, pattern, workspace, how);
    case 'url':
      return typeof value === 'string' && hostMatches(value, pattern, how);
    default:
      return textMatches(value, pattern);
  }
}

/** By where it really leads: `src/../secrets` and a link in `src` are not in `src`. */
async function pathMatches(
  given: string,
  pattern: string,
  workspace: string | undefined,
  how: 'strictly' | 'broadly',
): Promise<boolean> {
  const place = await locate(workspace, given);
  if (how === 'strictly') return place.ok && matchesGlob(place.name, pattern);
  const names = place.name === undefined ? [given] : [given, place.name];
  return names.some((name) => matchesInAnyCase(name, pattern));
}

/** Label by label: `example.org` is no part of `example.org.evil.com` nor of `notexample.org`. */
function hostMatches(given: string, pattern: string, how: 'strictly' | 'broadly'): boolean {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return false;
  }
  if (how === 'strictly' && (url.username !== '' || url.password !== '')) return false;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const wanted = pattern.toLowerCase().replace(/\.$/, '');
  if (!wanted.startsWith('*.')) return host === wanted;
  const parent = wanted.slice(2);
  return parent !== '' && !parent.includes('*') && host.endsWith(`.${parent}`);
}

function textMatches(value: Json, pattern: string): boolean {
  if (typeof value === 'object' && value !== null) return false;
  return matchesName(String(value), pattern);
}
