import { expect, test } from 'vitest';
import { parseServeOptions, SERVE_HELP } from './serve-options.ts';

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
  const reason = `--port needs a number from 0 to 65535, not "${port}".`;
  expect(parseServeOptions([`--port=${port}`], {})).toEqual({ ok: false, reason });
});

test.each(['-1', '-80', '-1.5', '-0x1'])('--port %s, apart, is refused in the same words', (port) => {
  const reason = `--port needs a number from 0 to 65535, not "${port}".`;
  expect(parseServeOptions(['--port', port], {})).toEqual({ ok: false, reason });
});

test.each(['--data', '--host', '--workspace', '--runs', '--host-name', '--port'])(
  '%s before another option: the value is missing, in words',
  (option) => {
    const reason = `${option} needs a value, and what follows begins with "-". If that is the value, write ${option}=VALUE.`;
    expect(parseServeOptions([option, '--no-open'], {})).toEqual({ ok: false, reason });
  },
);

test.each([
  ['0', 0],
  ['80', 80],
  ['0080', 80],
  ['65535', 65_535],
])('--port %s is %i', (port, number) => {
  expect(parseServeOptions(['--port', port], {})).toMatchObject({ ok: true, options: { port: number } });
});

test.each(['https://a.example', 'a.example/', 'a b', '', 'me@a.example', 'a:b', '::1'])(
  '--host-name %j is refused in words',
  (host) => {
    const reason = `--host-name needs a host name, with its port if it has one, not "${host}".`;
    expect(parseServeOptions([`--host-name=${host}`], {})).toEqual({ ok: false, reason });
  },
);

test('--host-name is given as often as there are names; nothing is trusted unless it is said', () => {
  const args = ['--host-name', 'a.example', '--host-name', 'b:80', '--host-name', '[::1]:8', '--trust-proxy'];
  expect(parseServeOptions(args, {})).toMatchObject({
    options: { hosts: ['a.example', 'b:80', '[::1]:8'], trustProxy: true },
  });
  expect(parseServeOptions([], {})).toMatchObject({ options: { hosts: [], trustProxy: false } });
});

test.each(['0', '-1', '1.5', 'x', '', ' 4', '0x10', '1e3', '99999'])(
  '--runs %j is refused, and says what it wants',
  (runs) => {
    expect(parseServeOptions([`--runs=${runs}`], {})).toEqual({
      ok: false,
      reason: `--runs needs a number from 1 to 9999, not "${runs}".`,
    });
  },
);

test('as many runs as asked for work at once, and 16 where nobody says', () => {
  expect(parseServeOptions(['--runs', '3'], {})).toMatchObject({ ok: true, options: { runs: 3 } });
  expect(parseServeOptions([], {})).toMatchObject({ ok: true, options: { runs: 16 } });
  expect(SERVE_HELP).toContain('--runs N         how many runs work at once (default: 16)');
});

test.each([
  [['--provider', 'acme'], '--provider needs one of anthropic, openai, gemini, not "acme".'],
  [['--model='], '--model needs a name.'],
  [['--context-tokens', '10'], '--context-tokens needs a number from 1000, not "10".'],
  [['--context-tokens', '1e6'], '--context-tokens needs a number from 1000, not "1e6".'],
])('%j is refused in words', (args, reason) => {
  expect(parseServeOptions(args, {})).toEqual({ ok: false, reason });
});

test('what an option says of the model wins over the environment', () => {
  const env = { TOOLTHREAD_MODEL: 'a', TOOLTHREAD_CONTEXT_TOKENS: '8000' };
  expect(parseServeOptions([], env)).toMatchObject({ options: { model: { model: 'a', contextTokens: 8000 } } });
  const args = [
    '--provider',
    'openai',
    '--model',
    'b',
    '--context-tokens',
    '9000',
    '--base-url',
    'http://127.0.0.1:1/v1',
  ];
  expect(parseServeOptions(args, env)).toMatchObject({
    options: { model: { provider: 'openai', model: 'b', contextTokens: 9000, baseURL: 'http://127.0.0.1:1/v1' } },
  });
});

test.each(['agent', '/', '/agent/', '/a b', 'http://x/agent'])('--base-path %j is refused in words', (path) => {
  const parsed = parseServeOptions([`--base-path=${path}`], {});
  expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(`"${path}" does not: one begins`) });
});

test('--base-path is where the server is reached', () => {
  expect(parseServeOptions(['--base-path', '/tools/agent'], {})).toMatchObject({
    options: { basePath: '/tools/agent' },
  });
  expect(parseServeOptions([], {})).toMatchObject({ options: { basePath: '' } });
});
