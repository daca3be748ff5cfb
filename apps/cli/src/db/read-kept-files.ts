import { join } from 'node:path';
import type { KeptFile } from '@toolthread/store';
import { fileText } from '../file-text.ts';

/** What of a data folder goes into a backup beside the threads. The owner's token does not: whoever has it may do everything. */
export const KEPT_NAMES: readonly string[] = ['toolthread.json', 'policy.json', 'mcp.json', 'tokens.json'];

export function readKeptFiles(data: string): readonly KeptFile[] {
  return KEPT_NAMES.flatMap((name) => {
    const text = fileText(join(data, name));
    return text === undefined ? [] : [{ name, text }];
  });
}
