import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { databaseStamp } from './stamp-of.ts';

it('[issue 11] the stamp of a database is another one after a change of it or of the file beside it, not after a reading', () => {
  const path = join(folder(), 'opencode.db');
  const put = (file: string, text: string): void => {
    writeFileSync(file, text);
    utimesSync(file, 1, 1);
  };
  put(path, 'a database');
  const before = databaseStamp(path);
  expect(before.isSettled).toBe(true);
  put(`${path}-wal`, '');
  expect(databaseStamp(path)).toEqual(before);
  put(`${path}-wal`, 'a change');
  expect(databaseStamp(path).stamp).not.toBe(before.stamp);
  put(path, 'another database');
  expect(databaseStamp(path).stamp).not.toBe(before.stamp);
  const now = Date.now() / 1000 + 60;
  utimesSync(path, now, now);
  expect(databaseStamp(path).isSettled).toBe(false);
});
