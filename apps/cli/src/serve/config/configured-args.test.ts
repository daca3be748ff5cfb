import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../../../test/run-cli.ts';
import { parseServeOptions, SERVE_HELP } from '../options/serve-options.ts';
import { OPTIONS, type ServeOption, SETTINGS } from './serve-option.ts';
import { unknownVariables } from './unknown-variables.ts';
import { configLines } from './config-lines.ts';

/** A data folder with these settings. */
function settings(fields: unknown): string {
  const data = folder();
  writeFileSync(join(data, 'toolthread.json'), typeof fields === 'string' ? fields : JSON.stringify(fields));
  return data;
}

test('[3] an option wins over its variable, and that over the file', () => {
  const data = settings({ port: 1, host: 'of.file', runs: 3, 'host-name': ['a', 'b'], 'trust-proxy': true });
  const env = { TOOLTHREAD_PORT: '2', TOOLTHREAD_HOST: 'of.env', TOOLTHREAD_RUNS: '' };
  const parsed = parseServeOptions(['--port', '3', '--data', data], env);
  expect(parsed).toMatchObject({
    ok: true,
    options: { port: 3, host: 'of.env', runs: 3, hosts: ['a', 'b'], trustProxy: true, open: true },
  });
});

test('a list in a variable has commas; true and false are said in words or numbers', () => {
  const env = {
    TOOLTHREAD_HOST_NAME: 'a.example, b.example',
    TOOLTHREAD_NO_OPEN: '1',
    TOOLTHREAD_TRUST_PROXY: 'false',
  };
  expect(parseServeOptions(['--data', folder()], env)).toMatchObject({
    ok: true,
    options: { hosts: ['a.example', 'b.example'], open: false, trustProxy: false },
  });
});

test('paths in a file are meant from where it is, and a file that is named must be there', () => {
  const data = settings({});
  mkdirSync(join(data, 'conf'));
  const named = join(data, 'conf', 'mine.json');
  writeFileSync(named, JSON.stringify({ data: '../threads', workspaces: ['../w'] }));
  expect(parseServeOptions(['--config', named], {})).toMatchObject({
    ok: true,
    options: { data: join(data, 'threads'), workspaces: [join(data, 'w')], config: named },
  });
  expect(parseServeOptions([], { TOOLTHREAD_CONFIG: `${named}x` })).toMatchObject({
    ok: false,
    reason: expect.stringContaining('cannot be read'),
  });
});

test.each([
  [{ prot: 1 }, /toolthread\.json: there is no setting "prot"\.$/],
  [{ 'print-config': true }, /there is no setting "print-config"/],
  [{ port: true }, /toolthread\.json: port needs a number, without quotes\.$/],
  [{ port: '5000' }, /toolthread\.json: port needs a number, without quotes\.$/],
  [{ 'tokens-by-day': '5' }, /tokens-by-day needs a number, without quotes/],
  [{ host: 5 }, /toolthread\.json: host needs a text\.$/],
  [{ 'trust-proxy': 'perhaps' }, /trust-proxy needs true or false/],
  [{ 'host-name': [1, {}] }, /host-name needs a list of texts/],
  [{ port: 99_999 }, /^--port needs a number from 0 to 65535, not "99999"\. It is from .*toolthread\.json\.$/],
  [{ 'metrics-token': 'short' }, /at least 16 characters/],
  [{ log: 'xml' }, /--log needs text or json, not "xml"\. It is from/],
  ['{"port":', /does not contain a JSON object/],
  ['[]', /does not contain a JSON object/],
])('%j in the file is refused in words', (fields, words) => {
  const parsed = parseServeOptions(['--data', settings(fields)], {});
  expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(words) });
});

test.each(Object.entries<ServeOption>(OPTIONS))('--%s is in the file what the help says that it is', (name, option) => {
  const [, given = 'nothing'] = new RegExp(`--${name} ([A-Z]+|[a-z]+\\|[a-z|]+)\\b`).exec(SERVE_HELP) ?? [];
  expect(SERVE_HELP).toMatch(new RegExp(`^ .*--${name}\\b`, 'm'));
  expect(option.type).toBe(given === 'nothing' ? 'boolean' : 'string');
  expect(option.is === 'number').toBe(given === 'N');
  expect(option.is === 'path' || option.is === 'the file').toBe(given === 'DIR' || given === 'FILE');
});

test('[3] every setting is printed with where it comes from, and no secret is', () => {
  const data = settings({ port: 5000, 'metrics-token': 'metrics-secret-0123456789' });
  const env = {
    TOOLTHREAD_RUNS: '4',
    TOOLTHREAD_TOKEN: 'owner-secret-0123456789',
    OPENAI_API_KEY: 'sk-secret-0123456789',
    OPENAI_BASE_URL: 'http://me:url-secret@127.0.0.1:11434/v1',
    PGPASSWORD: 'pg-secret',
    CODEX_HOME: '/srv/codex',
    DATABASE_URL: 'postgres://me:db-secret@db.example/threads',
  };
  const args = [
    '--data',
    data,
    '--base-url',
    'http://me:url-secret@models.example/v1?key=key-secret',
    '--print-config',
  ];
  const parsed = parseServeOptions(args, env);
  if (parsed.ok !== 'print config') throw new Error('nothing is printed');
  const lines = configLines(parsed.options, parsed.sources, env);
  expect(lines).not.toContain('secret');
  for (const name of SETTINGS) expect(lines).toMatch(new RegExp(`^${name} +\\S`, 'm'));
  for (const [name, value, from] of [
    ['port', '5000', join(data, 'toolthread.json')],
    ['runs', '4', 'TOOLTHREAD_RUNS'],
    ['data', data, '--data'],
    ['host', '127.0.0.1', 'default'],
    ['base-url', 'http://models.example/v1?…', '--base-url'],
    ['metrics-token', 'set, and not shown', join(data, 'toolthread.json')],
    ['DATABASE_URL', 'postgres://db.example/threads', 'environment'],
    ['OPENAI_BASE_URL', 'http://127.0.0.1:11434/v1', 'environment'],
    ['PGPASSWORD', 'set, and not shown', 'environment'],
    ['CODEX_HOME', '/srv/codex', 'environment'],
    ['GEMINI_BASE_URL', 'not set', 'default'],
    ['config', join(data, 'toolthread.json'), 'the data folder'],
    ['auth', 'token', 'default'],
  ] as const) {
    const row = lines.split('\n').find((line) => line.startsWith(`${name} `));
    expect(row?.split(/ {2,}/)).toEqual([name, value, from]);
  }
});

test('a variable that begins like ours and is none is named, with the nearest one, and never what is in it', () => {
  const env = {
    TOOLTHREAD_PROT: '5000',
    TOOLTHREAD_METRIC_TOKEN: 'a-secret-0123456789',
    TOOLTHREAD_SOMETHING_ELSE_ENTIRELY: '1',
    TOOLTHREAD_PORT: '1',
    TOOLTHREAD_TOKEN: 'x',
    OTHER: '1',
  };
  expect(unknownVariables(env, SETTINGS)).toEqual([
    'toolthread: TOOLTHREAD_PROT is set, but there is no such setting. Is TOOLTHREAD_PORT meant?',
    'toolthread: TOOLTHREAD_METRIC_TOKEN is set, but there is no such setting. Is TOOLTHREAD_METRICS_TOKEN meant?',
    'toolthread: TOOLTHREAD_SOMETHING_ELSE_ENTIRELY is set, but there is no such setting.',
  ]);
});
