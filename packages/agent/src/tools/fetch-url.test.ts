/** The loopback is not public: these tests reach it only because they say so. */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { useTool } from '../../test/use-tool.ts';
import type { Used } from '../../test/use-tool.ts';
import { fetchTool, fetchUrl } from './fetch-url.ts';
import type { FetchOptions } from './fetch-url.ts';

interface Site {
  readonly port: number;
  readonly url: string;
  readonly asked: string[];
}

async function site(listener: RequestListener): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, url: `http://127.0.0.1:${port}`, asked };
}

const page =
  (
    body: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' },
    status = 200,
  ): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** Reaches this one server of the machine, and nothing else that is not public. */
const reaching = (port: number, more: FetchOptions = {}): ReturnType<typeof fetchTool> =>
  fetchTool({ alsoReaches: (address, at) => address === '127.0.0.1' && at === port, ...more });

async function refusal(url: string, tool = fetchUrl): Promise<string> {
  const used = await useTool(tool, { url });
  return used.error === undefined ? `fetched ${url}` : used.error.message;
}

test('a page is given as its text, with its address and title', async () => {
  const { url, port } = await site(page('<title>Hi</title><h1>Hello</h1><script>evil()</script><a href="/x">more</a>'));
  const used = await useTool(reaching(port), { url });
  expect(used.error).toBeUndefined();
  expect(used.text).toBe(`Hi\n${url}/\n\n# Hello\n\nmore (${url}/x)`);
  expect(used.structured).toMatchObject({
    kind: 'page',
    url: `${url}/`,
    status: 200,
    media_type: 'text/html',
    title: 'Hi',
  });
});

test('[B.6 39] [B.3 16] by default no address of this machine, network or cloud is asked, however it is written', async () => {
  const { port, asked } = await site(page('secret'));
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '①②⑦.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'LOCALHOST.',
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '2852039166',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '100.100.100.200',
  ]) {
    expect([host, await refusal(`http://${host}:${port}/`)]).toEqual([
      host,
      expect.stringMatching(/not on the public internet|was not found/),
    ]);
  }
  expect(asked).toEqual([]);
});

test('[B.6 39] a name is judged by what it resolves to, all of it', async () => {
  const { port, asked } = await site(page('secret'));
  for (const addresses of [
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['93.184.215.14', '127.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%lo'],
    ['nonsense'],
  ]) {
    const tool = fetchTool({ resolve: async () => addresses });
    expect(await refusal(`http://innocent.example:${port}/`, tool)).toMatch(/not on the public internet/);
  }
  expect(await refusal('http://nobody.example/', fetchTool({ resolve: async () => [] }))).toMatch(/no address/);
  const failing = fetchTool({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  expect(await refusal('http://nobody.example/', failing)).toMatch(/was not found \(ENOTFOUND\)/);
  expect(asked).toEqual([]);
});

test('[B.6 39] the address that was checked is the one that is asked: a name that changes its mind changes nothing', async () => {
  const { port, asked } = await site(page('hello', { 'content-type': 'text/plain' }));
  let resolved = 0;
  const resolve = async (): Promise<readonly string[]> => {
    resolved += 1;
    return resolved === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
  };
  const used = await useTool(reaching(port, { resolve }), { url: `http://rebinding.example:${port}/` });
  expect(used.text).toContain('hello');
  expect(resolved).toBe(1);
  expect(asked).toEqual([`rebinding.example:${port} /`]);
});

test('[B.6 39] every hop is checked like the first', async () => {
  const inner = await site(page('secret'));
  for (const location of [
    'http://169.254.169.254/latest/meta-data/',
    `http://127.0.0.1:${inner.port}/`,
    `http://[::ffff:127.0.0.1]:${inner.port}/`,
    `//2130706433:${inner.port}/`,
    'file:///etc/passwd',
    'ftp://example.org/',
    'http://user:password@127.0.0.1/',
    'gopher://127.0.0.1:25/_HELO',
  ]) {
    const outer = await site(page('', { location }, 302));
    expect(await refusal(outer.url, reaching(outer.port))).toMatch(
      /leads on: .*(public internet|http and https|password)/,
    );
  }
  expect(inner.asked).toEqual([]);
});

test('redirects are followed, up to a bound, and the last address is told', async () => {
  const { url, port, asked } = await site((request, response) => {
    const step = Number(request.url?.slice(1));
    if (step >= 3) page('there', { 'content-type': 'text/plain' })(request, response);
    else page('', { location: `/${step + 1}` }, 301)(request, response);
  });
  const used = await useTool(reaching(port), { url: `${url}/1` });
  expect(used.structured).toMatchObject({ url: `${url}/3` });
  expect(asked).toHaveLength(3);
  const round = await site((_, response) => void response.writeHead(302, { location: '/again' }).end());
  expect(await refusal(round.url, reaching(round.port))).toMatch(/more than 5 times/);
  expect(round.asked).toHaveLength(6);
});

test('[B.3 17] to another site it is not followed: a permission for one is none for where it leads', async () => {
  const other = await site(page('elsewhere', { 'content-type': 'text/plain' }));
  const resolve = async (): Promise<readonly string[]> => ['127.0.0.1'];
  const alsoReaches = (): boolean => true;
  const { port } = other;
  const leading = async (from: string, to: string): Promise<string> => {
    const first = await site((request, response) => {
      const home = request.headers.host?.startsWith('a.example') === true;
      page(
        home ? '' : 'there',
        home ? { location: to.replace('PORT', String(first.port)) } : {},
        home ? 302 : 200,
      )(request, response);
    });
    return refusal(`http://${from}:${first.port}/`, fetchTool({ resolve, alsoReaches }));
  };
  for (const to of [
    `http://evil.example:${port}/?stolen=1`,
    `http://a.example.evil.example:${port}/`,
    `http://a.example:${port}/`,
  ]) {
    expect(await leading('a.example', to)).toBe(`It redirects to another site. To go on, fetch ${to}`);
  }
  expect(other.asked).toEqual([]);
  expect(await leading('a.example', 'http://www.a.example:PORT/')).toMatch(/^fetched/);
});

test.each([
  'file:///etc/passwd',
  'ftp://example.org/',
  'data:text/plain,hi',
  'javascript:alert(1)',
  'gopher://example.org/',
  'http://user@example.org/',
  'http://example.org@127.0.0.1/',
  'http://example.org\0.evil.com/',
  'http://exa\nmple.org/',
  'http://example.org\\@127.0.0.1/',
  ' http://example.org/',
  'http://',
  'not a url',
  `http://example.org/${'x'.repeat(8200)}`,
])('[B.3 17] only http and https, no passwords, no control characters: %j', async (url) => {
  const accepted = await fetchUrl.accept({ url });
  if (accepted.kind === 'run') expect(await refusal(url)).toMatch(/URL|http and https/);
});

test.each([22, 25, 53, 110, 631])('[B.3 17] no low port: %d', async (port) => {
  const tool = fetchTool({ resolve: async () => ['93.184.215.14'] });
  expect(await refusal(`http://example.org:${port}/`, tool)).toMatch(/port is not for pages/);
});

test('[L3] an answer that is an error is a failed call, with its status and its words', async () => {
  for (const status of [404, 500, 204, 304]) {
    const { url, port } = await site(
      page(status === 404 ? 'no such page' : '', { 'content-type': 'text/plain' }, status),
    );
    const used = await useTool(reaching(port), { url });
    expect(used.error?.code).toBe(status === 204 ? undefined : String(status));
    if (status === 404) expect(used.text).toContain('no such page');
  }
});

test('a body is read up to its bound, packed or not, and says that there was more', async () => {
  const long = 'x'.repeat(200_000);
  const packed: readonly [string, Buffer | string][] = [
    ['identity', long],
    ['gzip', gzipSync(long)],
    ['deflate', deflateSync(long)],
    ['br', brotliCompressSync(long)],
  ];
  for (const [encoding, body] of packed) {
    const { url, port } = await site(page(body, { 'content-type': 'text/plain', 'content-encoding': encoding }));
    const whole = await useTool(reaching(port), { url });
    expect([encoding, whole.text.endsWith(`\n\n${long}`)]).toEqual([encoding, true]);
    const used = await useTool(reaching(port, { mostBytes: 10_000 }), { url });
    expect(used.structured).toMatchObject({ bytes: 10_000, cut: true });
    expect(used.text).toContain('(only the first 10000 bytes)');
  }
});

test('[B.6 43] a stream without end, a packed bomb and a broken one cost no more than the bound', async () => {
  const endless = await site((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): void => void (response.destroyed || response.write('y'.repeat(65_536), () => setImmediate(more)));
    more();
  });
  expect(
    (await useTool(reaching(endless.port, { mostBytes: 100_000 }), { url: endless.url })).structured,
  ).toMatchObject({ cut: true });
  const bomb = await site(
    page(gzipSync(Buffer.alloc(50 * 1024 * 1024)), { 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
  );
  expect((await useTool(reaching(bomb.port, { mostBytes: 100_000 }), { url: bomb.url })).structured).toMatchObject({
    bytes: 100_000,
    cut: true,
  });
  const broken = await site(page('not gzip', { 'content-encoding': 'gzip' }));
  expect((await useTool(reaching(broken.port), { url: broken.url })).error?.code).toBe('not_fetched');
  const cut = await site((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.destroy());
  });
  expect((await useTool(reaching(cut.port), { url: cut.url })).error?.code).toBe('not_fetched');
});

test('one that does not answer is left after its time; a stop ends it at once', async () => {
  const silent = await site(() => undefined);
  const late = await useTool(reaching(silent.port, { timeoutMs: 50 }), { url: silent.url });
  expect(late.error?.code).toBe('timeout');
  const stop = new AbortController();
  const running = useTool(reaching(silent.port), { url: silent.url }, { signal: stop.signal });
  stop.abort();
  expect((await running).error).toEqual({ message: 'Stopped by the user.', code: 'stopped' });
  const stuck = fetchTool({ resolve: () => new Promise(() => undefined), timeoutMs: 50 });
  expect((await useTool(stuck, { url: 'http://slow.example/' })).error?.code).toBe('timeout');
});

test('what is not text is named, not given', async () => {
  for (const [type, body] of [
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['application/octet-stream', 'abc'],
    ['text/plain', Buffer.from('a\0b')],
    ['nonsense', 'abc'],
  ] as const) {
    const { url, port } = await site(page(body, { 'content-type': type }));
    const used = await useTool(reaching(port), { url });
    expect([type, used.error?.code]).toEqual([type, 'binary']);
  }
});

test('text is read by its charset, JSON as it is', async () => {
  const read = async (type: string, body: Buffer): Promise<Used> => {
    const { url, port } = await site(page(body, { 'content-type': type }));
    return useTool(reaching(port), { url });
  };
  expect((await read('text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'))).text).toContain('café');
  expect((await read('text/plain; charset=utf-16le', Buffer.from('café', 'utf16le'))).text).toContain('café');
  expect((await read('text/plain; charset=no-such', Buffer.from('café'))).text).toContain('café');
  expect((await read('application/problem+json', Buffer.from('{"a": "<b>"}'))).text).toContain('{"a": "<b>"}');
});

test('a permission for the thread is for one site', async () => {
  const grant = async (url: string): Promise<string | undefined> => {
    const accepted = await fetchUrl.accept({ url });
    return accepted.kind === 'run' ? accepted.grant : '';
  };
  expect(await grant('https://example.org/a')).toBe(await grant('https://example.org/b?c'));
  expect(await grant('https://example.org/')).not.toBe(await grant('https://example.org.evil.com/'));
  expect(await grant('https://example.org/')).not.toBe(await grant('http://example.org/'));
});
