import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variableOf } from './configured-args.ts';
import { READ_VARIABLES } from './read-variables.ts';
import { SETTINGS } from './serve-option.ts';

/** Of the system, the terminal, git or npm: nobody sets them for this program. */
const OF_THE_SYSTEM =
  'HOME PATH CI JOURNAL_STREAM DISPLAY WAYLAND_DISPLAY INIT_CWD npm_package_json TERM COLUMNS NO_COLOR FORCE_COLOR PAGER LESS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM'.split(
    ' ',
  );

/** Where a name of a variable is in the sources. */
const READ = [/\benv\)?(?:\?\.)?\['(\w+)'\]/gi, /userFolder\('(\w+)'/g];
const TAKEN_APART = /\{([^{}]*)\} = (?:process\.)?env\b/g;

function namesIn(text: string): readonly string[] {
  return [
    ...READ.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name)),
    ...[...text.matchAll(TAKEN_APART)].flatMap(([, names = '']) =>
      names.split(',').map((one) => one.split(/[:=]/, 1)[0]?.trim() ?? ''),
    ),
  ];
}

test('[3] every variable that the program reads is in --print-config, or is one of the system', () => {
  const root = join(import.meta.dirname, '../../../../..');
  const files = globSync('{apps/cli,packages/{agent,core,providers,server,store,transcripts}}/src/**/*.ts', {
    cwd: root,
  });
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  const read = new Set(sources.flatMap((file) => namesIn(readFileSync(join(root, file), 'utf8'))));
  // The forms above find what there is to find.
  for (const name of ['DATABASE_URL', 'GOOGLE_API_KEY', 'XDG_CACHE_HOME', 'INIT_CWD']) expect(read).toContain(name);
  const printed = [...SETTINGS.map(variableOf), ...READ_VARIABLES.map(({ name }) => name), ...OF_THE_SYSTEM];
  expect([...read].filter((name) => !printed.includes(name))).toEqual([]);
});
