import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The address of an empty database. A schema of its own is one, and takes less time to make: `await ownUrl(postgres.url)`. */
export async function ownUrl(url: string): Promise<string> {
  const schema = `s${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.end();
  return `${url}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}
