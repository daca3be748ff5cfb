import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../../../test/run-cli.ts';
import { agentChoices } from './agent-choices.ts';

test('[issue 13] no folder is offered that would then be refused: links that lead out, the data and what is above it', async () => {
  const [root, outside, other] = [folder(), folder(), folder()];
  for (const name of ['parser', 'data', '.hidden']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'a-file'), '');
  symlinkSync(outside, join(root, 'leads-out'));
  symlinkSync(join(root, 'parser'), join(root, 'leads-in'));
  const choices = agentChoices({
    folders: { named: [other], below: [root], closed: [join(root, 'data')] },
    providers: () => Promise.resolve([]),
    usual: { agent: 'built-in' },
    withoutSecrets: (text) => text,
  });
  const { workspaces } = await choices.list();
  expect(workspaces).toEqual([other, join(root, 'parser')]);
  for (const workspace of workspaces)
    expect(await choices.judge({ agent: 'built-in', workspace })).toMatchObject({ ok: true });
});

test('[issue 13] what holds where nobody chooses is named, but for a folder with a secret in its name', async () => {
  const usual = { agent: 'built-in', model: 'gpt-5-mini', workspace: '/projects/parser' };
  const listed = async (secret: string): Promise<unknown> => {
    const folders = { named: [], below: [], closed: [folder()] };
    const withoutSecrets = (text: string): string => text.replaceAll(secret, '***');
    const providers = (): Promise<[]> => Promise.resolve([]);
    return (await agentChoices({ folders, providers, usual, withoutSecrets }).list()).usual;
  };
  expect(await listed('not-in-it')).toEqual(usual);
  expect(await listed('parser')).toEqual({ agent: 'built-in', model: 'gpt-5-mini' });
});
