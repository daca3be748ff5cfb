/** (16, 39) An address is judged by its bytes, however it is written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressBytes, isPublic } from './is-public.ts';
import { isOwn } from './reach.ts';

const verdict = (address: string): boolean => {
  const bytes = addressBytes(address);
  return bytes !== undefined && isPublic(bytes);
};

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
])('private, loopback, link-local, shared, reserved and multicast addresses are not public: %s', (address) =>
  expect(verdict(address)).toBe(false),
);

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '168.63.129.17',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2001:4860:4860::8888',
])('public addresses are public: %s', (address) => expect(verdict(address)).toBe(true));

test('what is no address has no bytes', () => {
  for (const text of ['', 'localhost', '1.2.3', '256.1.1.1', '01.2.3.4', '::g', '1::2::3', 'a]/@[::1', '::1/64']) {
    expect([text, addressBytes(text)]).toEqual([text, undefined]);
  }
});

test('an IPv4 address is judged the same alone, mapped and translated', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(verdict(`::ffff:${address}`)).toBe(verdict(address));
      expect(verdict(`64:ff9b::${address}`)).toBe(verdict(address));
    }),
  );
});

test('this machine is told by its address, alone or inside another', () => {
  const one = { netmask: '', mac: '', internal: false, cidr: null } as const;
  const own = {
    eth0: [
      { ...one, address: '93.184.215.14', family: 'IPv4' as const },
      { ...one, address: '2606:4700::7', family: 'IPv6' as const, scopeid: 0 },
    ],
  };
  const isHere = (address: string): boolean => isOwn(addressBytes(address) ?? new Uint8Array(), own);
  for (const address of ['93.184.215.14', '::ffff:93.184.215.14', '64:ff9b::5db8:d70e', '2606:4700:0:0::7']) {
    expect([address, isHere(address)]).toEqual([address, true]);
  }
  for (const address of ['93.184.215.15', '::93.184.215.14', '2606:4700::8']) {
    expect([address, isHere(address)]).toEqual([address, false]);
  }
});

test('all spellings of an IPv6 address have the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const groups = Array.from({ length: 8 }, (_, n) => ((bytes[2 * n] ?? 0) << 8) | (bytes[2 * n + 1] ?? 0));
      const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
      const short = groups.map((group) => group.toString(16)).join(':');
      const dotted = `${groups
        .slice(0, 6)
        .map((group) => group.toString(16))
        .join(':')}:${bytes.slice(12).join('.')}`;
      for (const spelling of [long, short, dotted, long.toUpperCase()]) {
        expect(addressBytes(spelling)).toEqual(Uint8Array.from(bytes));
      }
    }),
  );
});
