import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../test/run-cli.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const TOLD = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

it(
  'where nothing is new, no reader is loaded: most of the time would be spent on that',
  { timeout: PATIENCE_MS },
  () => {
    const home = folder();
    smallSession().write(home, '.claude/projects/-home-me-parser', 's-1.jsonl');
    const env = {
      ...process.env,
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_DATA_HOME: join(home, '.data'),
    };
    const list = (): string =>
      spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(TOLD)}`, MAIN, 'sessions'], {
        env,
        encoding: 'utf8',
      }).stderr;
    const reader = '/packages/transcripts/src/index.ts';
    expect(list()).toContain(reader);
    expect(list()).not.toContain(reader);
  },
);
