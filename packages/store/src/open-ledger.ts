import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseUnavailable } from './database.ts';
import type { Ledger, Result } from './ledger.ts';
import { done, refuse } from './result.ts';
import { migrate } from './schema.ts';
import { sqlLedger } from './sql-ledger.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenLedgerOptions {
  readonly file: string;
  readonly now?: () => number;
  readonly newId?: () => string;
}

/** `const opened = await openLedger({ file: 'data/ledger.db' })`: the folder is made, for its owner only. */
export async function openLedger({ file, ...options }: OpenLedgerOptions): Promise<Result<Ledger>> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Made by us, it is its owner's only, whatever the folder allows; SQLite gives the files beside it the same mode.
    await (await open(file, 'a', 0o600)).close();
    const database = openSqlite({ file });
    const migrated = await migrate(database);
    if (migrated.ok) return done(sqlLedger({ database, ...options }));
    await database.close();
    return refuse('unavailable', migrated.message);
  } catch (error) {
    // `syscall` marks what the system refused: a folder that cannot be made, a disk that is not there.
    const refused = error instanceof DatabaseUnavailable || (error instanceof Error && 'syscall' in error);
    if (refused) return refuse('unavailable', `${file} cannot be opened: ${error.message}`);
    throw error;
  }
}
