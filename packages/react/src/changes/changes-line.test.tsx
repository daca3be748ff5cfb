import type { LedgerEvent } from '@toolthread/core';
import type { WorkspaceChanged } from '@toolthread/core/events';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../test/drawn.tsx';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { ledgerOf } from '../../test/first-call.ts';
import { changedFiles } from './changes-line.tsx';

const [, golden = []] = goldenLedgers.find(([name]) => name === 'workspace-changed-and-undone') ?? [];
/** Before the undo. */
const before: readonly LedgerEvent[] = golden.slice(0, 14);
const lines = (markup: string): string => markupText(markup).replace(/^.*It is gone\. (?:Assistant[^C]*Copy )?/, '');

// As in a page on which somebody has opened a diff.
await changedFiles.load();

describe('what a run changed', () => {
  test('is one line, and its files where there is no server to ask for the diff', () => {
    expect(lines(drawn(before, { open: false }))).toBe('3 files changed · +1 −42 (show files)');
    expect(lines(drawn(before))).toContain('index.ts · +1 −2 logo.png · new · binary old.ts · removed · −40');
  });

  test('with a server is one click from its diff; every file is named before it comes, also those not watched', () => {
    expect(lines(drawn(before, { open: false, actions: allActions }))).toContain('(show diff)');
    const text = lines(drawn(before, { actions: allActions }));
    expect(text).toContain('index.ts · +1 −2');
    expect(text).toContain('logo.png · new · binary');
    expect(text).toContain('data/large.bin · too large to track');
  });

  test('can be undone once: then the line says so, and so does the undo', () => {
    const undo = /<button[^>]*>Undo<\/button>/;
    expect(drawn(before, { actions: allActions })).toMatch(undo);
    const undone = drawn(golden, { open: false, actions: allActions });
    expect(undone).not.toMatch(undo);
    expect(markupText(undone)).toMatch(/· undone \(show diff\) Undone: 3 files restored \(show diff\)$/);
    expect(drawn(before)).not.toMatch(undo);
  });

  test('[L5] of a thousand files draws the first ones', () => {
    const files = Array.from({ length: 1_000 }, (_, index) => ({ path: `file-${index}.ts`, after: 'x', added: 1 }));
    const changed = { type: 'workspace.changed', change: 'w', files } satisfies Partial<WorkspaceChanged>;
    const text = markupText(drawn(ledgerOf(changed), { actions: allActions }));
    expect(text).toContain('1,000 files changed · +1,000');
    expect(text).toContain('file-19.ts');
    expect(text).not.toContain('file-20.ts');
    expect(text).toContain('Show 20 of 980 more files');
  });

  test('[L7] names of files are text', () => {
    const path = '<img src=x onerror=alert(1)>\u202e';
    const markup = drawn(ledgerOf({ type: 'workspace.changed', change: 'w', files: [{ path }], unknown: [path] }));
    expect(markup).not.toContain('<img');
    expect(markup).not.toContain('\u202e');
  });
});
