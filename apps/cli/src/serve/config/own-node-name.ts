/** What a node is called where nobody says it. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { defaultData } from '../../data-folder.ts';
import { fileText } from '../../file-text.ts';
import { notedDatabase } from '../../noted-database.ts';

interface Environment {
  readonly [name: string]: string | undefined;
}

/** `nodeNameFile('/var/lib/toolthread')`: the file in which a data folder keeps it. */
export function nodeNameFile(data: string): string {
  return join(data, 'node');
}

/** The same at each start: threads whose files are here are known by it. Made once, at the first start on a database. */
export function ownNodeName(data: string, env: Environment): string {
  const known = knownNodeName(data, env);
  if (known !== undefined && existsSync(nodeNameFile(data))) return known;
  // Machines that are copies of each other have one name.
  const name = known ?? `${machineName()}-${randomBytes(4).toString('hex')}`;
  writeFileSync(nodeNameFile(data), `${name}\n`, { mode: 0o600 });
  return name;
}

/** Undefined: it has none yet. */
export function knownNodeName(data: string, env: Environment): string | undefined {
  const kept = fileText(nodeNameFile(data));
  if (kept !== undefined) return kept.trim();
  return notedDatabase(data) === undefined ? undefined : formerName(data, env);
}

/** A folder that belongs to a database and keeps no name is of an older version, which had this one for it. */
function formerName(data: string, env: Environment): string {
  if (data === defaultData(env)) return machineName();
  return `${machineName()}-${createHash('sha256').update(data).digest('hex').slice(0, 6)}`;
}

function machineName(): string {
  return (
    hostname()
      .replace(/[^\w.-]/g, '-')
      .slice(0, 80) || 'node'
  );
}
