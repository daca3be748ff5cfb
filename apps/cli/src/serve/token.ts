import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The token that every route wants: the environment's, else this data folder's own, made once, readable by its owner only. */
export function tokenFor(data: string, env: { readonly [name: string]: string | undefined }): string {
  const given = env['TOOLTHREAD_TOKEN'];
  if (given !== undefined && given !== '') return given;
  const path = join(data, 'token');
  const kept = readKept(path);
  if (kept !== undefined) return kept;
  const token = randomBytes(24).toString('base64url');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  return token;
}

function readKept(path: string): string | undefined {
  try {
    const token = readFileSync(path, 'utf8').trim();
    return token === '' ? undefined : token;
  } catch {
    return undefined;
  }
}
