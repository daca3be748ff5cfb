import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS, startCli } from '../../test/run-cli.ts';

const TOKEN = 'a-token-for-the-test-0123456789';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolthread-open-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** An opener that tells what it was started with, and what it found there. */
function opener(): { readonly path: string; readonly told: () => string | undefined } {
  const path = folder();
  const script = `#!/bin/sh
file=$(printf %s "$1" | sed 's#^file://##')
{ echo "args: $*"; stat -c 'mode: %a' "$file" 2>/dev/null || stat -f 'mode: %Lp' "$file"; cat "$file"; } > '${path}/telling'
mv '${path}/telling' '${path}/told'
`;
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(path, name), script);
    chmodSync(join(path, name), 0o755);
  }
  const told = join(path, 'told');
  return { path, told: () => (existsSync(told) ? readFileSync(told, 'utf8') : undefined) };
}

test.skipIf(process.platform === 'win32')(
  'the token stands in no command line: the browser gets a file that only its owner reads, gone when the server ends',
  { timeout: PATIENCE_MS },
  async () => {
    const { path, told } = opener();
    const data = folder();
    const env = { PATH: `${path}${delimiter}${process.env['PATH']}`, DISPLAY: ':99', CI: undefined };
    const child = startCli(['serve', '--port', '0', '--data', data], {
      env: { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '', ...env, TOOLTHREAD_TOKEN: TOKEN },
    });
    const exit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    while (told() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    const [args, mode, ...page] = told()?.split('\n') ?? [];
    expect(args).toMatch(/^args: file:\/\/\S+open\.html$/);
    expect(args).not.toContain(TOKEN);
    expect(mode).toBe('mode: 600');
    expect(page.join('\n')).toMatch(new RegExp(`url=http://127\\.0\\.0\\.1:\\d+/#token=${TOKEN}"`));
    child.kill('SIGTERM');
    await exit;
    expect(existsSync(join(data, 'open.html'))).toBe(false);
  },
);
