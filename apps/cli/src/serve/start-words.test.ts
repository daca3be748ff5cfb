import { expect, test } from 'vitest';
import { addressesOf, outputOf, startWords } from './start-words.ts';

const CARDS = {
  lo: [
    { address: '127.0.0.1', family: 'IPv4', internal: true },
    { address: '::1', family: 'IPv6', internal: true },
  ],
  eth0: [
    { address: '192.168.1.5', family: 'IPv4', internal: false },
    { address: 'fe80::1', family: 'IPv6', internal: false },
    { address: '2001:db8::5', family: 'IPv6', internal: false },
  ],
} as const;

test.each([
  ['http://0.0.0.0:4780', ['http://127.0.0.1:4780', 'http://192.168.1.5:4780']],
  ['http://[::]:4780', ['http://127.0.0.1:4780', 'http://192.168.1.5:4780', 'http://[2001:db8::5]:4780']],
  ['http://127.0.0.1:4780', ['http://127.0.0.1:4780']],
  ['http://192.168.1.5:80', ['http://192.168.1.5:80']],
])('[26] %s is opened at addresses that can be opened', (url, addresses) => {
  expect(addressesOf(url, CARDS)).toEqual(addresses);
});

const started = {
  host: '127.0.0.1',
  addresses: ['http://127.0.0.1:4780'],
  token: 'a-token-of-the-owner',
  auth: 'token',
  data: '/data',
  database: undefined,
  chosen: undefined,
  logRequests: undefined,
} as const;

test.each([
  ['on a terminal', { output: 'terminal', auth: 'users' }],
  ['on a terminal, for other computers', { output: 'terminal', host: '0.0.0.0' }],
  ['into a file or a pipe, on the computer of one person', { output: 'file' }],
] as const)('the address has the token %s', (_, how) => {
  const words = startWords({ ...started, ...how });
  expect(words).toContain('http://127.0.0.1:4780/#token=a-token-of-the-owner');
  expect(words).not.toContain('tokens show');
});

test.each([
  ['in what systemd collects', { output: 'journal' }],
  ['in a file, where other computers reach it', { output: 'file', host: '0.0.0.0' }],
  ['in a file, where people sign in', { output: 'file', auth: 'users' }],
  ['in a file, behind a proxy', { output: 'file', auth: 'proxy' }],
] as const)('the token is not %s: it says how to get it', (_, how) => {
  const words = startWords({ ...started, ...how });
  expect(words).not.toContain('a-token-of-the-owner');
  expect(words).toContain('Toolthread is at http://127.0.0.1:4780\n');
  expect(words).toContain('toolthread tokens show owner --data /data\n');
});

test('where the words go', () => {
  expect(outputOf({ isTTY: true }, { JOURNAL_STREAM: '8:1' })).toBe('terminal');
  expect(outputOf({}, { JOURNAL_STREAM: '8:1' })).toBe('journal');
  expect(outputOf({}, {})).toBe('file');
});
