/** Writes docs/reference: `npm run reference`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from './check/sources/reference-pages.ts';
import { scriptOptions } from './script-options.ts';

scriptOptions('npm run reference\n\nWrites docs/reference from the comments in the sources. It takes no options.', {});

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/reference');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of referencePages(root)) writeFileSync(join(folder, name), text);
