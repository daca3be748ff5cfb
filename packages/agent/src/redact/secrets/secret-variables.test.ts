import { describe, expect, it, test } from 'vitest';
import { shellEnvironment } from '../../process/shell-environment.ts';
import { Redactor } from '../redactor.ts';
import { secretVariables } from './secret-variables.ts';

type Environment = Parameters<typeof secretVariables>[0];

const RANDOM = 'Zk3vQ9xT1mB7nW5cR2yL8pD4';
const secretsIn = (env: Environment): readonly string[] => secretVariables(env).flatMap(({ secrets }) => secrets);

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
    `sntrys_${RANDOM}`,
    `sq0atp-${RANDOM}`,
    'dapi0123456789abcdef0123456789abcdef',
    `ops_eyJ${RANDOM}`,
    `hf_${RANDOM}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234\n-----END RSA PRIVATE KEY-----',
    RANDOM,
  ])('by its value, whatever its name: %s', (value) => {
    expect(secretsIn({ HARMLESS: value })).toEqual([value]);
  });

  it.each([
    ['32 small letters and digits', 'k3jq8x0vz5m1t7w2yb9c4r6pn0d8hfga'],
    ['40 hex digits', '5f1b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6'],
    ['32 hex digits', '9f86d081884c7d659a2feaa0c55ad015'],
    ['hex digits in large letters', '9F86D081884C7D659A2FEAA0C55AD015'],
    ['a UUID', '3b241101-e2bb-4255-8caf-4136c566a962'],
    ['large letters and digits', 'K3JQ8X0VZ5M1T7W2YB9C4R6PN0D8HFGA'],
    ['a bot of Telegram', '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'],
    ['a key with a name before it', `key-${'k3jq8x0vz5m1t7w2yb9c4r6pn0d8hfga'}`],
  ])('by its value, under a name that says nothing: %s', (_, value) => {
    for (const name of ['MAILGUN', 'DDAPP', 'HEROKU', 'SALT', 'TG_BOT', 'thing']) {
      expect([name, secretsIn({ [name]: value })]).toEqual([name, [value]]);
    }
  });

  it.each([
    ['https://hooks.slack.com/services/T00000000/B00000000/XXXXabcd1234efgh5678IJKL', 'XXXXabcd1234efgh5678IJKL'],
    ['https://hooks.slack.com/triggers/T0000/123456/9f86d081884c7d65', '9f86d081884c7d65'],
    [
      'https://discord.com/api/webhooks/123456789012345678/aB3_dE-fGhIjKlMnOpQrStUvWxYz',
      'aB3_dE-fGhIjKlMnOpQrStUvWxYz',
    ],
    [
      'https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/sendMessage',
      '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
    ],
    [
      'https://acme.webhook.office.com/webhookb2/3b241101-e2bb-4255@x/IncomingWebhook/9f86d081884c7d65/3b24',
      '9f86d081884c7d65',
    ],
    ['https://hc-ping.com/3b241101-e2bb-4255-8caf-4136c566a962', '3b241101-e2bb-4255-8caf-4136c566a962'],
    ['https://chat.example.org/hooks/k3jq8x0vz5m1t7w2yb9c4r6pn0', 'k3jq8x0vz5m1t7w2yb9c4r6pn0'],
    ['https://x.example.org/a?sp=r&sig=aB3dE%2FfGhIjKl', 'aB3dE%2FfGhIjKl'],
    ['https://9f86d081884c7d659a2feaa0c55ad015@sentry.example.org/1', '9f86d081884c7d659a2feaa0c55ad015'],
  ])('of an address that is itself a key, what makes it one: %s', (value, secret) => {
    expect(secretsIn({ SLACK: value })).toContain(secret);
    expect(secretsIn({ ALERTS_URL: value })).toContain(secret);
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

const ORDINARY: Environment = {
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
  GITHUB_SHA: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  CI_COMMIT_SHA: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  CI_COMMIT_BEFORE_SHA: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  VERCEL_GIT_COMMIT_SHA: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  CIRCLE_SHA1: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  SOURCE_VERSION: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  GIT_PREVIOUS_SUCCESSFUL_COMMIT: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  DRONE_COMMIT_BEFORE: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  npm_package_gitHead: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  GLUED: 'averylongnameofsomethingofversion2024final',
  COMMIT_REF: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  BASE_REVISION: '5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  PYTHON_SHA256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  RELEASE_FINGERPRINT: 'A035C8C19219BA821ECEA86B64E628F8D684696D',
  IMAGE_DIGEST: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  IMAGE: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  CACHE_HASH: '9f86d081884c7d659a2feaa0c55ad015',
  FILE_CHECKSUM: '9f86d081884c7d659a2feaa0c55ad015',
  FILE_MD5: '9f86d081884c7d659a2feaa0c55ad015',
  BUILD_ETAG: '9f86d081884c7d659a2feaa0c55ad015',
  INVOCATION_ID: '9f86d081884c7d659a2feaa0c55ad015',
  KUBERNETES_POD_UID: '3b241101-e2bb-4255-8caf-4136c566a962',
  SESSION_UUID: '3b241101-e2bb-4255-8caf-4136c566a962',
  AZURE_SUBSCRIPTION_ID: '3b241101-e2bb-4255-8caf-4136c566a962',
  TRACEPARENT: '00-9f86d081884c7d659a2feaa0c55ad015-9f86d081884c7d65-01',
  HOSTNAME: '9f86d081884c9f86d081884c7d659a2feaa0c55ad015',
  GRADLE_OPTS: 'thisisaverylongplainwordwithoutadigitinit',
  LONG_NUMBER: '12345678901234567890123456789012345678',
  PACKAGE: 'my-very-long-package-name-for-the-2nd-version',
  DOCKER_IMAGE: 'registry.example.org/group/project/very-long-name-1234567890',
  PKG_CONFIG_PATH: '/nix/store/9f86d081884c7d659a2feaa0c55ad015-zlib-1.3/lib/pkgconfig',
  NIX_STORE_PATH: '/nix/store/k3jq8x0vz5m1t7w2yb9c4r6pn0d8hfga',
  HOOKS_URL: 'https://example.org/services/team/hooks',
  SLOVAK_URL: 'https://example.org/sk-all-the-translations/page',
  DOCS_URL: 'https://hooks.slack.com/help',
  COMMIT_URL: 'https://example.org/group/project/commit/5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
  TREE: 'https://github.com/group/project/tree/5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6/src',
  ZEROES: '00000000000000000000000000000000',
  NIL: '00000000-0000-0000-0000-000000000000',
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

/** Of releases, machines and builds. */
const NAMES: Environment = {
  RELEASE_NAME: 'Release2024Q3CandidateBuild17x',
  THING: 'Release2024Q3CandidateBuild17x',
  COMPUTER: 'MacBookPro2023OfAlexanderSmith',
  OTHER: 'MacBookPro2023OfAlexanderSmith',
  TITLE: 'HelloWorld2023MyProjectV2Beta1',
  NIGHTLY: 'Build20240115T103000ZNightlyX86',
  SYSTEM: 'Windows11Pro23H2Build22631x64',
  KIT: 'QtCreator6WithMSVC2019And64bit',
  CHARACTERS: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  HEX: '0123456789abcdef0123456789ABCDEF',
  INTEGRITY: 'sha512-9xKZ0pCw3bYyXbGf9wQ7mT2vLr8NcE5hJ4kUoP1sDaG6iFyW3zRtVqBnMx0eHlSd==',
  BRANCH: 'feature-ABC-1234-Add-OAuth2Login',
  CODESPACE: 'Fuzzy-Space-Waffle-7Xq5WvRelease12',
  BUILD_ID: RANDOM,
  JENKINS_BUILD: RANDOM,
  MACHINE_ID: '9f86d081884c7d659a2feaa0c55ad015',
  EC2_INSTANCE: RANDOM,
  VERCEL_DEPLOYMENT: RANDOM,
  DEVICE_SERIAL: 'K3JQ8X0VZ5M1T7W2YB9C4R6PN0D8HFGA',
};

test.each([
  ['ordinary environments', ORDINARY],
  ['names of releases, machines and builds', NAMES],
])('[B.6 47] %s have no secrets', (_, env) => expect(secretVariables(env)).toEqual([]));

test('[B.6 47] what is too short or too plain is known by name and not marked', () => {
  const env = { A_TOKEN: '1234abc', B_PASSWORD: 'postgres', C_SECRET: 'xxxxxxxxxxxx', D_KEY: 'Development' };
  expect(secretVariables(env)).toEqual(Object.keys(env).map((name) => ({ name, secrets: [] })));
  const text = 'the postgres database of the Development team, xxxxxxxxxxxx';
  expect(new Redactor(secretsIn(env)).text(text)).toBe(text);
});

test('[B.6 46] a child process is told no secret, by whatever name it would come', () => {
  const plain = { PATH: '/bin', HOME: '/home/me', LC_ALL: 'C.UTF-8' };
  const secret = {
    LC_TOKEN: 'some-value-4711',
    LC_IDENTIFICATION: `ghp_${RANDOM}`,
    GITHUB_TOKEN: RANDOM,
    AWS_SECRET_ACCESS_KEY: RANDOM,
    DATABASE_URL: 'postgres://a:s3cret-w0rd@b/c',
    TZ: `ghp_${RANDOM}`,
  };
  const told = shellEnvironment({ ...plain, ...secret });
  expect(told).toMatchObject(plain);
  expect(JSON.stringify(told)).not.toMatch(/ghp_|4711|s3cret|Zk3v/);
});
