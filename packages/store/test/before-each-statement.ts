import type { Database } from '@toolthread/store';

/** The database; `before` is called before each statement that changes something in a transaction of it. */
export function beforeEachStatement(database: Database, before: () => void): Database {
  return {
    ...database,
    tx: (durability, work) =>
      database.tx(durability, (sql) =>
        work({
          ...sql,
          run: (text, values) => {
            before();
            return sql.run(text, values);
          },
        }),
      ),
  };
}
