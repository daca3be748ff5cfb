import pg from 'pg';

/** One statement, on a connection of its own: `await query(url, 'select 1 as one')`. */
export async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
