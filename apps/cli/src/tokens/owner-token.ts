import { join } from 'node:path';
import { tokenProblem } from '@toolthread/server';
import { fileText } from '../file-text.ts';
import { newToken } from './new-token.ts';
import { replaceFile } from './replace-file.ts';

export interface Environment {
  readonly [name: string]: string | undefined;
}

export type OwnerToken =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: string };

/** The owner's token: the environment's, else this data folder's own, made once, readable by its owner only. */
export function ownerToken(data: string, env: Environment): OwnerToken {
  const token = readOwnerToken(data, env);
  const reason = token === undefined ? undefined : tokenProblem(token);
  if (token !== undefined) return reason === undefined ? { ok: true, token } : { ok: false, reason };
  const made = newToken();
  const unkept = writeOwnerToken(data, made);
  return unkept === undefined ? { ok: true, token: made } : { ok: false, reason: unkept };
}

export function readOwnerToken(data: string, env: Environment): string | undefined {
  const given = env['TOOLTHREAD_TOKEN'];
  if (given !== undefined && given !== '') return given;
  try {
    return fileText(fileIn(data))?.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if it was written; else the reason why not. */
export function writeOwnerToken(data: string, token: string): string | undefined {
  const replaced = replaceFile(fileIn(data), () => `${token}\n`);
  return replaced.ok ? undefined : replaced.reason;
}

function fileIn(data: string): string {
  return join(data, 'token');
}
