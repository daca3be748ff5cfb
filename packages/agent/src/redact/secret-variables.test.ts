import { describe, expect, it, test } from 'vitest';
import { shellEnvironment } from '../process/shell-environment.ts';
import { Redactor } from './redactor.ts';
import { secretVariables } from './secret-variables.ts';

const RANDOM = 'Zk3vQ9xT1mB7nW5cR2yL8pD4';
const secretsIn = (env: { readonly [name: string]: string }): readonly string[] =>
  secretVariables(env).flatMap(({ secrets }) => secrets);

describe('[M1] [B.6 46] which variables are secret', () => {
  it.each([
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'GITHUB_PAT',
    'GITLAB_ACCESS_TOKEN',
    'NPM_TOKEN',
    'NODE_AUTH_TOKEN',
    'npm_config__authToken',
    'npm_config_//registry.example.org/:_authToken',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_ACCESS_KEY_ID_SECRET',
    'AZURE_CLIENT_SECRET',
    'CLIENT_SECRET_VALUE',
    'PGPASSWORD',
    'MYSQL_PWD',
    'DB_PASS',
    'DATABASE_PASSWORD',
    'SMTP_PASSWD',
    'GPG_PASSPHRASE',
    'SSH_PRIVATE_KEY',
    'SIGNING_KEY',
    'ENCRYPTION_KEYS',
    'KEY',
    'stripeApiKey',
    'SENTRY_DSN_SECRET',
    'SLACK_BOT_TOKEN',
    'GOOGLE_CREDENTIALS',
    'SESSION_COOKIE',
    'HTTP_AUTHORIZATION',
  ])('by its name: %s', (name) => {
    expect(secretsIn({ [name]: 'some-value-4711' })).toEqual(['some-value-4711']);
  });

  it.each([
    `ghp_${RANDOM}`,
    `github_pat_${RANDOM}`,
    `sk-proj-${RANDOM}`,
    `sk-ant-api03-${RANDOM}`,
    'AKIAIOSFODNN7EXAMPLE',
    `xoxb-${RANDOM}`,
    `npm_${RANDOM}`,
    `glpat-${RANDOM}`,
    `AIza${RANDOM}`,
    `hf_${RANDOM}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234\n-----END RSA PRIVATE KEY-----',
    RANDOM,
  ])('by its value, whatever its name: %s', (value) => {
    expect(secretsIn({ HARMLESS: value })).toEqual([value]);
  });

  it.each([
    ['postgres://app:s3cret-w0rd@db.example.org:5432/main', ['s3cret-w0rd']],
    ['redis://:p%40ss-w0rd-1@cache', ['p%40ss-w0rd-1', 'p@ss-w0rd-1']],
    ['https://example.org/hook?token=abc-123-def-456&x=1', ['abc-123-def-456']],
    [`https://${RANDOM}@sentry.example.org/1`, [RANDOM]],
  ])('of an address its password: %s', (value, secrets) => {
    expect(secretsIn({ DATABASE_URL: value })).toEqual(secrets);
    expect(secretsIn({ WHATEVER: value })).toEqual(secrets);
  });

  it('a header: all of it, and the credential in it', () => {
    expect(secretsIn({ Authorization: 'Bearer abc-123-def' })).toEqual(['Bearer abc-123-def', 'abc-123-def']);
    expect(secretsIn({ 'X-Api-Key': 'abc-123-def' })).toEqual(['abc-123-def']);
  });
});

test('[B.6 47] ordinary environments have none', () => {
  const env = {
    HOME: '/home/me',
    PWD: '/home/me/project',
    OLDPWD: '/home/me',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    SHELL: '/bin/bash',
    LANG: 'en_US.UTF-8',
    TERM: 'xterm-256color',
    EDITOR: 'vim',
    LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33:so=01;35:do=01;35:bd=40;33;01',
    SSH_AUTH_SOCK: '/tmp/ssh-XXXXXXabcdef/agent.1234',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    XDG_SESSION_ID: 'c2',
    TERM_SESSION_ID: '0F3C9F4E-6D0B-4B7E-9B66-0A7C0C2C1E5D',
    TMPDIR: '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/',
    GIT_COMMIT: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
    TOKENIZERS_PARALLELISM: 'false',
    MAX_TOKENS: '100000',
    USE_AUTH: 'true',
    API_KEY_FILE: '/run/secrets/api-key',
    GOOGLE_APPLICATION_CREDENTIALS: '/home/me/key.json',
    SECRET_NAME: 'production-database',
    PRIVATE_KEY_PATH: '/home/me/.ssh/id_ed25519',
    TOKEN_URL: 'https://example.org/oauth/token',
    DATABASE_URL: 'postgres://localhost:5432/main',
    KEYBOARD_LAYOUT: 'us-international',
    MONKEY_BUSINESS: 'all-the-time-2024',
    NODE_OPTIONS: '--max-old-space-size=4096',
    npm_package_version: '1.2.3-beta.4',
    EMPTY_TOKEN: '',
  };
  expect(secretVariables(env)).toEqual([]);
});

test('[B.6 47] what is too short or too plain is known by name and not marked', () => {
  const env = { A_TOKEN: '1234abc', B_PASSWORD: 'postgres', C_SECRET: 'xxxxxxxxxxxx', D_KEY: 'Development' };
  expect(secretVariables(env)).toEqual(Object.keys(env).map((name) => ({ name, secrets: [] })));
  const text = 'the postgres database of the Development team, xxxxxxxxxxxx';
  expect(new Redactor(secretsIn(env)).text(text)).toBe(text);
});

test('[B.6 46] a child process is told no secret, by whatever name it would come', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/me',
    LC_ALL: 'C.UTF-8',
    LC_TOKEN: 'some-value-4711',
    LC_IDENTIFICATION: `ghp_${RANDOM}`,
    GITHUB_TOKEN: RANDOM,
    AWS_SECRET_ACCESS_KEY: RANDOM,
    DATABASE_URL: 'postgres://a:s3cret-w0rd@b/c',
    TZ: `ghp_${RANDOM}`,
  };
  const told = shellEnvironment(env);
  expect(told).toMatchObject({ PATH: '/bin', HOME: '/home/me', LC_ALL: 'C.UTF-8' });
  expect(JSON.stringify(told)).not.toMatch(/ghp_|4711|s3cret|Zk3v/);
});
