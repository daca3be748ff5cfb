/** What an agent gets to read, of any length: commands, pages, files of git, results. `packages/core/src/long-texts.test.ts` */
import { longTexts, troubleWith } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { parseCommand } from './policy/parse-command.ts';
import { isSecretName } from './redact/secrets/is-secret-name.ts';
import { Redactor } from './redact/redactor.ts';
import { secretVariables } from './redact/secrets/secret-variables.ts';
import { settingsIn } from './sandbox/git/config/harmless-config.ts';
import { namedBy } from './sandbox/git/config/named-by.ts';
import { pageText } from './tools/fetch/page-text.ts';

const redactor = new Redactor(['a-secret-of-somebody']);

const READERS: Readonly<Record<string, (long: string) => unknown>> = {
  parseCommand: (long) => parseCommand(long),
  isSecretName,
  // Whatever is a secret inside of a value is looked for there.
  secretVariables: (long) => secretVariables({ TOKEN: long }),
  redact: (long) => redactor.text(long),
  settingsIn,
  namedBy: (long) => namedBy({ key: 'alias.a', value: long }),
  pageText: (long) => pageText([long], new URL('http://example.com')),
};

describe('[L2] no text is too long to be read', () => {
  test.each(Object.entries(longTexts))('%s', (_, long) => {
    expect(troubleWith(long(), READERS)).toEqual([]);
  });
});
