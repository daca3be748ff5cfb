import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Redactor } from '../redactor.ts';
import { secretVariables } from './secret-variables.ts';
import { PREFIXES, SECRET_VALUES, type SecretForm, secretsInside } from './secret-values.ts';

const KEY = 'Zk3vQ9xT1mB7nW5cR2yL8pD4';
const PEM = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----`;
const SEALED = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0011\n\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END RSA PRIVATE KEY-----`;
const basic = Buffer.from('ada:correct-horse-1').toString('base64');

interface Examples {
  /** A value, and what of it is secret. */
  readonly secret: readonly (readonly [value: string, secrets: readonly string[]])[];
  readonly harmless: readonly string[];
}

/** Every form, with values that have it and values that only look so. */
const EXAMPLES: Readonly<Record<SecretForm, Examples>> = {
  prefix: {
    secret: [
      [`"ghp_${KEY}"`, [`ghp_${KEY}`]],
      [`'ghp_${KEY}'`, [`ghp_${KEY}`]],
      [`hvs.CAESI${KEY}`, [`hvs.CAESI${KEY}`]],
      [`ntn_${KEY}${KEY}`, [`ntn_${KEY}${KEY}`]],
      [`secret_${KEY}${KEY}`, [`secret_${KEY}${KEY}`]],
      [`ghp_${KEY},ghp_${KEY}2`, [`ghp_${KEY}`, `ghp_${KEY}2`]],
      [`export X=ghp_${KEY}`, [`ghp_${KEY}`]],
      [`deploy:hvs.${KEY} read:hvb.${KEY}`, [`hvs.${KEY}`, `hvb.${KEY}`]],
      [`s.${KEY}`, [`s.${KEY}`]],
      [`--header "X: sk-ant-${KEY}" --quiet`, [`sk-ant-${KEY}`]],
    ],
    harmless: [
      'secret_santa_list_of_2024_for_the_team',
      'sk-all-the-translations',
      'npm_config_registry',
      'hf_hub_offline_mode',
      'hvs. is a prefix',
      'see npm_config_registry and hf_hub_offline_mode, or sk-all-the-translations',
    ],
  },
  'private key': {
    secret: [
      [PEM, [PEM]],
      [SEALED, [SEALED]],
      [PEM.replaceAll('\n', '\\n'), [PEM]],
      [`cut off: ${PEM.slice(0, 70).replaceAll('\n', '\\n')}`, [PEM.slice(0, 70)]],
    ],
    harmless: ['-----BEGIN PUBLIC KEY-----\nMIIEvQIB\n-----END PUBLIC KEY-----', '-----BEGIN CERTIFICATE-----\nMIIEv'],
  },
  address: {
    secret: [
      ...[
        'amqps://app:s3cret-w0rd@mq.example.org/v',
        'jdbc:postgresql://db/main?user=app&password=s3cret-w0rd',
        'jdbc:mysql://app:s3cret-w0rd@db/main',
        'jdbc:oracle:thin:scott/s3cret-w0rd@//db:1521/x',
        'DATABASE_URL=postgres://app:s3cret-w0rd@db/main',
        '--proxy=http://me:s3cret-w0rd@proxy:8080 --quiet',
        'https://example.org/ and amqp://me:s3cret-w0rd@mq',
        'app:s3cret-w0rd@tcp(db:3306)/main',
        'me:s3cret-w0rd@proxy.example.org:8080',
        'scott/s3cret-w0rd@//db:1521/x',
      ].map((address) => [address, ['s3cret-w0rd']] as const),
      ['postgres://app:s3cret/w0rd@db/main', ['s3cret/w0rd']],
      ['postgres://app:s3cr@t-w0rd@db/main', ['s3cr@t-w0rd']],
      ['postgres://app:s3cret#w0rd@db/main', ['s3cret#w0rd']],
      ['postgres://app:s3cret?w0rd@db/main', ['s3cret?w0rd']],
      ['redis://:s3cret-w0rd@a,redis://:other-w0rd@b', ['s3cret-w0rd', 'other-w0rd']],
    ],
    harmless: [
      'jdbc:postgresql://db/main?user=app&ssl=true',
      'ssh://git@example.org/group/project.git',
      'jdbc:oracle:thin:@db:1521:x',
      'git@example.org:group/project.git',
      'http://localhost:8080/@scope/package@1.2.3',
      'http://[::1]:8080/a@b',
      'http://one.example.org,http://two.example.org/a@b',
      'node:20-alpine@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'mailto:ada.lovelace1815@example.org',
      'npm:typescript-native@5.2.2',
    ],
  },
  pairs: {
    secret: [
      [
        'DefaultEndpointsProtocol=https;AccountName=store;AccountKey=Zk3vQ9xT1mB7nW5c==;EndpointSuffix=core.windows.net',
        ['Zk3vQ9xT1mB7nW5c=='],
      ],
      [
        'Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=Zk3vQ9xT1mB7=',
        ['Zk3vQ9xT1mB7='],
      ],
      ['Server=db;Database=main;User Id=app;Password=s3cret w0rd;Encrypt=True', ['s3cret w0rd']],
      ['Server=db;Uid=app;Pwd="s3cret;w0rd";', ['s3cret;w0rd']],
      ['host=db user=app password=s3cret-w0rd dbname=main', ['s3cret-w0rd']],
      ["host=db password='s3cret w0rd'", ['s3cret w0rd']],
      ['jdbc:sqlserver://db:1433;databaseName=main;user=app;password=s3cret-w0rd', ['s3cret-w0rd']],
      ['//registry.example.org/:_authToken=s3cret-w0rd', ['s3cret-w0rd']],
      [`x-honeycomb-team=${KEY},x-other=1`, [KEY]],
    ],
    harmless: [
      'Server=db;Database=main;Trusted_Connection=True;Persist Security Info=False',
      'Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=RootManage',
      'host=db user=app passfile=/home/me/.pgpass',
      '--max-old-space-size=4096 --token-file=/run/token',
      'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33',
      'USE_AUTH=true;TOKEN=none',
      `commit=${'5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6'} build_id=${KEY}`,
    ],
  },
  header: {
    secret: [
      ['Bearer abc-123-def-456', ['abc-123-def-456']],
      ['Authorization: Bearer abc-123-def-456', ['abc-123-def-456']],
      [`authorization: basic ${basic}`, [basic, 'correct-horse-1']],
      ['Authorization=Token abc-123-def-456', ['abc-123-def-456']],
      ['Authorization=Bearer%20abc-123-def-456,X-Other=1', ['abc-123-def-456']],
      ['Authorization: ApiKey abc-123-def-456', ['abc-123-def-456']],
      ['Authorization: Bearer correcthorsebatterystaple', ['correcthorsebatterystaple']],
      ['Accept: */*\nX-Api-Key: abc-123-def-456\nX-Other: 1', ['abc-123-def-456']],
      ['Bearer abc-123-def-456 Bearer abc-123-def-789', ['abc-123-def-456', 'abc-123-def-789']],
      [`Cookie: a=1; session_token=${KEY}`, [KEY]],
    ],
    harmless: [
      'Bearer of glad tidings',
      'Basic understanding of 2 things',
      'basic authentication',
      'token exchange',
      'Authorization: see the handbook',
      'Password: ask me',
      'Authorization: Digest username="me", realm="all"',
    ],
  },
  json: {
    secret: [
      [JSON.stringify({ type: 'service_account', private_key: PEM, project: 'x' }), [PEM]],
      [JSON.stringify({ auths: { 'registry.example.org': { auth: 'YWRhOmNvcnJlY3Q=' } } }), ['YWRhOmNvcnJlY3Q=']],
      [JSON.stringify([{ url: 'redis://:s3cret-w0rd@cache' }]), ['s3cret-w0rd']],
      [JSON.stringify({ tokens: ['abc-123-def'] }), ['abc-123-def']],
    ],
    harmless: [
      JSON.stringify({ token_url: 'https://example.org/token', enabled: true, keys: ['/home/me/key'] }),
      '{ not: json }',
      '[1, 2, 3]',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ],
  },
};

describe('[M1] secrets are known by their form, whatever their name', () => {
  for (const form of Object.keys(SECRET_VALUES)) {
    if (!isForm(form)) continue;
    it.each(EXAMPLES[form].secret)(`${form}: %s`, (value, secrets) => {
      expect(secretsInside(value)).toEqual(expect.arrayContaining([...secrets]));
      const found = secretVariables({ HARMLESS: value }).flatMap((one) => one.secrets);
      expect(found).toEqual(expect.arrayContaining([...secrets]));
    });
    it.each(EXAMPLES[form].harmless)(`${form}: no secret in %s`, (value) => {
      expect(secretVariables({ HARMLESS: value })).toEqual([]);
    });
  }
});

function isForm(name: string): name is SecretForm {
  return name in EXAMPLES;
}

test('[M1] whatever follows a prefix is found, in quotes too, and is in no text', () => {
  const tail = fc.stringMatching(/^[A-Za-z0-9]{24,40}$/).filter((text) => /\d/.test(text));
  const prefixed = fc
    .constantFrom(...PREFIXES)
    .chain((prefix) => fc.tuple(fc.stringMatching(new RegExp(`^${prefix}$`)), tail))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      prefixed,
      fc.constantFrom('', '"', "'"),
      fc.constantFrom('X', 'BUILD_ID', 'HOSTNAME'),
      (key, quote, name) => {
        const secrets = secretVariables({ [name]: `${quote}${key}${quote}` }).flatMap((one) => one.secrets);
        expect(secrets).toContain(key);
        expect(new Redactor(secrets).text(`the key is ${key}, and`)).not.toContain(key);
      },
    ),
  );
});

test('[M1] random keys are not taken for words', () => {
  const random = fc.stringMatching(/^[A-Za-z0-9]{40}$/).filter((text) => /\d/.test(text) && new Set(text).size > 20);
  let missed = 0;
  fc.assert(
    fc.property(random, (key) => {
      if (secretVariables({ X: key }).length === 0) missed += 1;
    }),
    { numRuns: 2000 },
  );
  expect(missed).toBeLessThan(5);
});

test('a secret in JSON that is a number with more digits than a number keeps is found with all of them', () => {
  expect(secretsInside('{"password":12345678901234567890123}')).toEqual(['12345678901234567890123']);
});
