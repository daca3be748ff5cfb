/** A whole ledger as a file: lines of JSON, packed by gzip. Any program can unpack it; what is missing or changed in it is found. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { flushFolder } from '../file/flush-folder.ts';
import { rowText } from './copied-row.ts';
import type { LedgerRecord } from './ledger-record.ts';

/** Of the file. The schema of what is in it has a number of its own. */
export const BACKUP_FORMAT = 1;
/** Lines are put together before they are packed. */
const CHUNK = 64 * 1024;

/** Under another name until it is whole: a file that has this name is. */
export async function writeBackup(file: string, records: AsyncIterable<LedgerRecord>): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await pipeline(
      Readable.from(chunksOf(records)),
      createGzip(),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(part, file);
    await flushFolder(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* chunksOf(records: AsyncIterable<LedgerRecord>): AsyncGenerator<string, void, void> {
  let chunk = '';
  for await (const record of records) {
    chunk += `${lineOf(record)}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function lineOf(record: LedgerRecord): string {
  switch (record.kind) {
    case 'head':
      return JSON.stringify({ toolthread: 'backup', format: BACKUP_FORMAT, schema: record.schema, at: record.at });
    case 'row':
      return rowText(record.row);
    case 'table':
    case 'sum':
    case 'file':
    case 'end':
      return JSON.stringify(record);
    default:
      return record satisfies never;
  }
}
