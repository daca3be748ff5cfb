import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTranscript } from '@toolthread/transcripts';
import { describe, expect, it } from 'vitest';
import { refusedExport } from '../../test/refused-export.ts';

/** As in packages/transcripts: sessions that people left, in a folder that whoever has them names. */
const FOLDER = process.env['TOOLTHREAD_TRANSCRIPTS'] ?? '';
const files: string[] =
  FOLDER === '' ? [] : Object.keys(JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')));

describe.skipIf(files.length === 0)('real files', () => {
  it.each(files.flatMap((file) => (['anthropic', 'openai'] as const).map((form) => [file, form] as const)))(
    '[L2] the export of %s for %s is taken by its provider',
    async (file, form) => {
      const path = join(FOLDER, file);
      expect(await refusedExport(readTranscript(readFileSync(path), { path }).state, form)).toEqual([]);
    },
  );
});
