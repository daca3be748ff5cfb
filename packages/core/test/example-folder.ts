import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for an example, among the temporary ones of the system. */
export function exampleFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolthread-example-'));
}
