/** The page's own files: public, because they hold no data. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Hono } from 'hono';
import type { Http } from './http.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** A file whose name holds a digest of what is in it. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const NO_PAGE = `The server runs, but the files of its page are missing.
Install it again, or build the page, and start the server again.
`;

/**
 * Only what was in the folder at the start is ever served: a request's path is a key of this list and never a path of
 * the disk. Addresses without an extension are the page's own and get its `index.html`; where that is missing, they say so.
 */
export function serveShell(app: Hono<Http>, folder: string, basePath: string): void {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const named = found.filter((file) => extname(file) !== '').map((file) => `/${file.replaceAll(sep, '/')}`);
  const files = new Set(named);
  app.get('*', async (c) => {
    const path = files.has(c.req.path) || extname(c.req.path) !== '' ? c.req.path : '/index.html';
    if (path === '/index.html' && !files.has(path)) return c.text(NO_PAGE, 503);
    const type = TYPES[extname(path)];
    if (!files.has(path) || type === undefined) return c.notFound();
    c.header('content-type', type);
    c.header('cache-control', path.startsWith('/assets/') ? FOR_EVER : 'no-cache');
    if (path === '/index.html') return c.body(atBase(await readFile(join(folder, path), 'utf8'), basePath));
    return c.body(new Uint8Array(await readFile(join(folder, path))));
  });
}

/** The page is opened at addresses of many depths: what it names is below the server's path, and so is what it asks for. */
function atBase(html: string, basePath: string): string {
  return html
    .replace(/(?<=\s(?:src|href)=")\.?\/(?!\/)/g, `${basePath}/`)
    .replace(/(?<=<meta name="toolthread-base" content=")(?=")/, basePath);
}
