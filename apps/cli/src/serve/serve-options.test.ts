import { expect, test } from 'vitest';
import { parseServeOptions } from './serve-options.ts';

test.each([
  'x',
  '0x50',
  '0b11',
  '1e3',
  '-1',
  '65536',
  '99999999999',
  '80.0',
  '80.5',
  '+80',
  ' 80',
  '',
  '８０',
  'Infinity',
])('--port %j is refused in words', (port) => {
  const reason = `--port wants a number from 0 to 65535, not "${port}".`;
  expect(parseServeOptions([`--port=${port}`], {})).toEqual({ ok: false, reason });
});

test.each([
  ['0', 0],
  ['80', 80],
  ['0080', 80],
  ['65535', 65_535],
])('--port %s is %i', (port, number) => {
  expect(parseServeOptions(['--port', port], {})).toMatchObject({ ok: true, options: { port: number } });
});

test('--allow-host is given as often as there are names; nothing is trusted unless it is said', () => {
  const args = ['--allow-host', 'a.example', '--allow-host', 'b:80', '--trust-proxy'];
  expect(parseServeOptions(args, {})).toMatchObject({ options: { hosts: ['a.example', 'b:80'], trustProxy: true } });
  expect(parseServeOptions([], {})).toMatchObject({ options: { hosts: [], trustProxy: false } });
});
