import { expect, test } from 'vitest';
import { addressesOf, startWords } from './start-words.ts';

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

test.each(['token', 'users', 'proxy'] as const)(
  'with --auth %s the token is told on a terminal, and not to what collects the output: that is told how to get it',
  (auth) => {
    const started = {
      addresses: ['http://127.0.0.1:4780', 'http://192.0.2.1:4780'],
      token: 'a-token-of-the-owner',
      auth,
      data: '/data',
      database: undefined,
      chosen: undefined,
      logRequests: undefined,
    };
    const [seen, collected] = [true, false].map((onTerminal) => startWords({ ...started, onTerminal }));
    expect(seen).toContain('http://127.0.0.1:4780/#token=a-token-of-the-owner');
    expect(seen).not.toContain('tokens show');
    expect(collected).not.toContain('a-token-of-the-owner');
    expect(collected).toContain('Toolthread is at http://127.0.0.1:4780\n');
    expect(collected).toContain('toolthread tokens show owner --data /data\n');
  },
);
