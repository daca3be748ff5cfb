import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptRatios } from './kept-ratios.ts';

test('a run keeps the ratios of earlier runs into the same folder, and its own in place of older ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-ratios-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plots = join(folder, 'plots');
  expect(keptRatios(plots, { 'fold-growth': 2, 'first-paint': 1.5 })).toEqual({ 'fold-growth': 2, 'first-paint': 1.5 });
  expect(keptRatios(plots, { 'fold-growth': 1 })).toEqual({ 'fold-growth': 1, 'first-paint': 1.5 });
});
