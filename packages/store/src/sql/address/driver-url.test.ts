import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { driverUrl } from './driver-url.ts';

test('TLS that is asked for is TLS with a checked certificate and name, without a warning of the driver', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    const url = `postgres://me:p%40ss@db.example:6543/x?application_name=a&sslmode=${mode}&options=-c%20search_path%3Dteam`;
    expect(driverUrl(url)).toBe(url.replace(mode, 'verify-full'));
    const client = new pg.Client({ connectionString: driverUrl(url) });
    expect(client).toMatchObject({ host: 'db.example', port: 6543, user: 'me', password: 'p@ss', ssl: {} });
  }
  expect(warned).not.toHaveBeenCalled();
});

test.each([
  'postgres://127.0.0.1/x',
  'postgres://127.0.0.1/x?sslmode=disable',
  'postgres://127.0.0.1/x?sslmode=no-verify',
  'postgres://127.0.0.1/x?uselibpqcompat=true&sslmode=require',
])('whoever says otherwise is obeyed: %s', (url) => {
  expect(driverUrl(url)).toBe(url);
});
