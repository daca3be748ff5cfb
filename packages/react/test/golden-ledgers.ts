import { readdirSync, readFileSync } from 'node:fs';
import type { LedgerEvent } from '@toolthread/core';

const folder = new URL('../../core/fixtures/', import.meta.url);

/** Every golden ledger by name. */
export const goldenLedgers: readonly (readonly [name: string, events: readonly LedgerEvent[]])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => [file.slice(0, -'.jsonl'.length), readLedger(file)]);

function readLedger(file: string): LedgerEvent[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): LedgerEvent => JSON.parse(line));
}
