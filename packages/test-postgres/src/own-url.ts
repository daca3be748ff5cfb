import { randomUUID } from 'node:crypto';
import { query } from './query.ts';

/** The address of an empty database. A schema of its own is one, and takes less time to make: `await ownUrl(postgres.url)`. */
export async function ownUrl(url: string): Promise<string> {
  const schema = `s${randomUUID().replaceAll('-', '')}`;
  await query(url, `create schema ${schema}`);
  return `${url}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}
