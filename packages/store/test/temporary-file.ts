import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** `temporaryFile()`: where a ledger can be, in a folder of its own that is gone when the test ends. */
export function temporaryFile(name = 'ledger.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
