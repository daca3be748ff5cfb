import { expect, test } from 'vitest';
import { namedSecrets, secretNames, secretsOf } from './named-secrets.ts';

test('[M1] [B.6 46] keys of the environment, what mcp.json tells its servers, and the token; listed by name, never by value', () => {
  const env = { ANTHROPIC_API_KEY: 'key-4711', GITHUB_TOKEN: 'token-4711', PATH: '/bin', DB_PASSWORD: 'postgres' };
  const servers = [
    {
      name: 'files',
      transport: {
        kind: 'stdio',
        command: 'mcp-files',
        args: ['--api-key=arg-4711', '--token', 'next-4711', '--root', '/home/me/files'],
        env: { KEY: 'env-4711', NODE_ENV: 'production' },
      },
    },
    {
      name: 'search',
      transport: {
        kind: 'http',
        url: 'https://example.org/mcp?token=url-4711',
        headers: { Authorization: 'Bearer head-4711', Accept: 'application/json' },
      },
    },
  ] as const;
  const named = namedSecrets(env, servers, 'the-token-4711');
  expect(secretsOf(named).toSorted()).toEqual(
    [
      'Bearer head-4711',
      'arg-4711',
      'env-4711',
      'head-4711',
      'key-4711',
      'next-4711',
      'the-token-4711',
      'token-4711',
      'url-4711',
    ].toSorted(),
  );
  expect(secretNames(named)).toBe(`ANTHROPIC_API_KEY
DB_PASSWORD   (stays visible: its value is too short or too common to remove)
GITHUB_TOKEN
mcp.json: files: KEY
mcp.json: files: api-key
mcp.json: files: token
mcp.json: search: Authorization
mcp.json: search: url
this server's token
`);
});
