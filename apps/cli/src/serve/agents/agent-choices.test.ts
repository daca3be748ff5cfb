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
    folders: { named: [other], below: [root], data: join(root, 'data') },
    providers: () => Promise.resolve([]),
    usual: { agent: 'built-in' },
    withoutSecrets: (text) => text,
  });
  const { workspaces } = await choices.list();
  expect(workspaces).toEqual([other, join(root, 'parser')]);
  for (const workspace of workspaces)
    expect(await choices.judge({ agent: 'built-in', workspace })).toMatchObject({ ok: true });
});
