import type { Call } from '@toolthread/core';
import type { ReactNode } from 'react';
import { hunksPatch } from './diff-rows.ts';
import { DiffView } from './diff-view.tsx';
import { structuredMember } from './structured-member.ts';
import type { ToolRenderer } from './tool-renderer.ts';

/** Edits whose result says what changed: `{ kind: 'diff', path }` with a unified `patch`, or with its `hunks` as data. */
export const diffRenderer: ToolRenderer = {
  name: 'diff',
  matches: (call) => structuredMember(call, 'kind') === 'diff' && patchOf(call) !== undefined,
  summary: (call) => pathOf(call),
  Result: DiffResult,
};

function DiffResult({ call }: { readonly call: Call }): ReactNode {
  const patch = patchOf(call);
  return patch === undefined || patch === '' ? null : <DiffView caption={pathOf(call)} patch={patch} />;
}

function pathOf(call: Call): string | undefined {
  const path = structuredMember(call, 'path');
  return typeof path === 'string' ? path : undefined;
}

/** Undefined where the result has neither, or something else in its place. */
function patchOf(call: Call): string | undefined {
  const patch = structuredMember(call, 'patch');
  if (typeof patch === 'string') return patch;
  const hunks = structuredMember(call, 'hunks');
  return hunks === undefined ? undefined : hunksPatch(hunks);
}
