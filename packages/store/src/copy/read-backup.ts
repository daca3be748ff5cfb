import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { fieldsOf, parsedJson, textOf, codeOf } from '@toolthread/core/json';
import { parseRow } from './copied-row.ts';
import { NotFilled } from './fill-ledger.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { BACKUP_FORMAT } from './write-backup.ts';

/** No event has so many bytes. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** Rejects with `NotFilled` and a message if the file is not a backup or is incomplete. */
export async function* readBackup(file: string): AsyncGenerator<LedgerRecord, void, void> {
  let columns = 0;
  let isFirst = true;
  for await (const line of linesOf(file)) {
    const record = isFirst ? headOf(line) : recordOf(line, columns);
    if (record === undefined) throw new NotFilled(isFirst ? FOREIGN : DAMAGED);
    isFirst = false;
    if (record.kind === 'table') columns = record.columns.length;
    yield record;
  }
  if (isFirst) throw new NotFilled(FOREIGN);
}

const FOREIGN = 'this is not a Toolthread backup. Nothing was changed.';
const DAMAGED = 'the backup is damaged: its content is not what was written. Nothing was kept of it.';
const TORN = 'the backup is torn: it ends in the middle. Nothing was kept of it.';

async function* linesOf(file: string): AsyncGenerator<string, void, void> {
  const unpacked = createGunzip();
  const reading = createReadStream(file);
  reading.on('error', (error) => unpacked.destroy(error));
  let waiting: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  try {
    for await (const chunk of reading.pipe(unpacked)) {
      if (!(chunk instanceof Buffer)) continue;
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...waiting, chunk.subarray(from, end)]).toString('utf8');
        isFirst = false;
        [waiting, bytes, from] = [[], 0, end + 1];
      }
      waiting.push(chunk.subarray(from));
      bytes += chunk.length - from;
      if (bytes > LONGEST_LINE) throw new NotFilled(isFirst ? FOREIGN : DAMAGED);
    }
  } catch (error) {
    throw toldOf(error, isFirst);
  } finally {
    reading.destroy();
    unpacked.destroy();
  }
  if (bytes > 0) throw new NotFilled(isFirst ? FOREIGN : TORN);
}

/** By the code that zlib gives. */
function toldOf(error: unknown, isFirst: boolean): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return new NotFilled(TORN);
  if (code === 'Z_DATA_ERROR') return new NotFilled(isFirst ? FOREIGN : DAMAGED);
  if (error instanceof Error && 'syscall' in error) return new NotFilled(`it cannot be read: ${error.message}`);
  return error;
}

function headOf(line: string): LedgerRecord | undefined {
  const { toolthread, format, schema, at } = fieldsOf(parsedJson(line));
  if (toolthread !== 'backup' || !isCount(schema) || !isCount(format)) return undefined;
  if (format > BACKUP_FORMAT)
    throw new NotFilled(
      `the backup was made by a newer Toolthread (format ${format}, this one knows ${BACKUP_FORMAT}). Nothing was changed.`,
    );
  return { kind: 'head', schema, at: textOf(at) ?? '' };
}

/** Undefined if it is not one. */
function recordOf(line: string, columns: number): LedgerRecord | undefined {
  const value = parsedJson(line);
  if (Array.isArray(value)) {
    const row = parseRow(value, columns);
    return row && { kind: 'row', row };
  }
  const fields = fieldsOf(value);
  switch (textOf(fields['kind']) ?? '') {
    case 'table': {
      const [table, names] = [textOf(fields['table']), fields['columns']];
      if (table === undefined || !Array.isArray(names)) return undefined;
      return { kind: 'table', table, columns: names.map(String) };
    }
    case 'sum': {
      const { thread, rows, sha256 } = fields;
      if (!isCount(rows) || typeof sha256 !== 'string') return undefined;
      return { kind: 'sum', rows, sha256, ...(typeof thread === 'string' ? { thread } : {}) };
    }
    case 'file': {
      const { name, text } = fieldsOf(fields['file']);
      return typeof name === 'string' && typeof text === 'string' ? { kind: 'file', file: { name, text } } : undefined;
    }
    case 'end':
      return isCount(fields['rows']) ? { kind: 'end', rows: fields['rows'] } : undefined;
    default:
      return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
