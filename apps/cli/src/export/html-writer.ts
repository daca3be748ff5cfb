/** The HTML writer is a bundle of the page's own parts, because Node cannot load those directly. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { HtmlHead, HtmlInPieces } from '@toolthread/react/export';
import { fromSources, madeParts } from '../made-parts.ts';

type WriteHtml = (head: HtmlHead) => Promise<HtmlInPieces>;

const BUNDLER = join(import.meta.dirname, '../../../../scripts/build-html-writer.ts');

/** `(await htmlWriter()({ title: 'Parser' })).start` */
export function htmlWriter(): WriteHtml {
  if (fromSources) bundle();
  const { write }: { readonly write: WriteHtml } = createRequire(import.meta.url)(madeParts.htmlWriter);
  return write;
}

/** It does nothing if the bundle is newer than its sources. */
function bundle(): void {
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER, madeParts.htmlWriter], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the HTML writer was not built: ${stderr}`);
}
