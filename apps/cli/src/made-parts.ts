/**
 * The page and the HTML writer are made of the sources of other packages. The installed package holds them; in the repository
 * `scripts/` makes them.
 */
import { join } from 'node:path';

/** Whether this is the repository: the installed program is JavaScript. */
export const fromSources: boolean = import.meta.filename.endsWith('.ts');

export const madeParts: { readonly page: string; readonly htmlWriter: string } = fromSources
  ? {
      page: join(import.meta.dirname, '../../web/dist'),
      htmlWriter: join(import.meta.dirname, '../dist/html-writer.cjs'),
    }
  : { page: join(import.meta.dirname, 'page'), htmlWriter: join(import.meta.dirname, 'html-writer.cjs') };
