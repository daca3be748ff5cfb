/** The file of a data folder that says where threads of its server work for which nobody chose a folder. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileText } from './file-text.ts';

const NOTE = 'usual-folder';

/** As the server was started last. Undefined: each of those threads has a folder of its own. */
export function usualFolder(data: string): string | undefined {
  return fileText(join(data, NOTE)) || undefined;
}

export function noteUsualFolder(data: string, folder: string | undefined): void {
  const note = join(data, NOTE);
  if (folder === undefined) rmSync(note, { force: true });
  else if (usualFolder(data) !== folder) writeFileSync(note, folder, { mode: 0o600 });
}
