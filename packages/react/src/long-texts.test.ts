/** What a page gets to draw, of any length. `packages/core/src/long-texts.test.ts` */
import { longTexts, troubleWith } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { decodeEntities } from './markdown/decode-entities.ts';
import { fencedCode } from './markdown/fenced-code.ts';
import { linkTarget } from './markdown/link-target.ts';
import { liveRuns } from './markdown/live-runs.ts';
import { segmentsOf } from '../test/segments-of.ts';
import { terminalRows } from './terminal/terminal-rows.ts';
import { drawCost } from './text/draw-cost.ts';
import { diffRows } from './tools/diff-rows.ts';
import { fileEnding } from './tools/file-ending.ts';
import { patchFiles } from './tools/patch-files.ts';
import { splitDiff } from './tools/split-diff.ts';

const READERS: Readonly<Record<string, (long: string) => unknown>> = {
  decodeEntities,
  fencedCode,
  linkTarget,
  liveRuns,
  segmentsOf,
  terminalRows,
  drawCost,
  diffRows: (long) => diffRows(long, 1000),
  fileEnding,
  patchFiles: (long) => patchFiles(long, undefined),
  splitDiff,
};

describe('[L2] no text is too long to be drawn', () => {
  test.each(Object.entries(longTexts))('%s', (_, long) => {
    expect(troubleWith(long(), READERS)).toEqual([]);
  });
});
