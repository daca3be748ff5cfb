import { readFileSync } from 'node:fs';
import { formatSize } from '@toolthread/core/text';
import { expect, test } from 'vitest';
import { ATTACH_LIMITS } from './attach-limits.ts';

test('[issue 13] the documentation names the limit as the page writes it', () => {
  const docs = readFileSync(new URL('../../../../docs/page.md', import.meta.url), 'utf8');
  const size = formatSize(ATTACH_LIMITS.bytes).replace('MB', ' MB');
  expect(docs).toContain(`${ATTACH_LIMITS.files} at most, ${size} together`);
  expect(docs).toContain(`It has at most ${size};`);
});
