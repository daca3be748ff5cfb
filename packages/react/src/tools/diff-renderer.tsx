import type { Call } from '@toolthread/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { diffRows, hunksPatch } from './diff-rows.ts';
import type { DiffRow } from './diff-rows.ts';
import { structuredMember } from './structured.ts';
import type { ToolRenderer } from './tool-renderer.ts';

/** Edits whose result says what changed: `{ kind: 'diff', path }` with a unified `patch`, or with its `hunks` as data. */
export const diffRenderer: ToolRenderer = {
  name: 'diff',
  matches: (call) => structuredMember(call, 'kind') === 'diff' && patchOf(call) !== undefined,
  summary: (call) => pathOf(call),
  Result: DiffResult,
};

const SHOWN = 40;

function DiffResult({ call }: { readonly call: Call }): ReactNode {
  const [all, setAll] = useState(false);
  const patch = patchOf(call);
  if (patch === undefined || patch === '') return null;
  const path = pathOf(call);
  const rows = diffRows(patch);
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <figure className="tt-diff">
      {path !== undefined && (
        <figcaption>
          <VisibleText text={path} />
        </figcaption>
      )}
      <pre tabIndex={0}>
        {shown.map((row, index) => (
          <Row key={index} row={row} />
        ))}
      </pre>
      {rows.length > shown.length && (
        <button type="button" className="tt-link-button" onClick={() => setAll(true)}>
          Show all {rows.length} lines
        </button>
      )}
    </figure>
  );
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

const signs = { same: ' ', added: '+', removed: '-', hunk: '' } as const;

function Row({ row }: { readonly row: DiffRow }): ReactNode {
  return (
    <span className="tt-diff-row" data-kind={row.kind}>
      <span className="tt-diff-number" aria-hidden="true">
        {row.after ?? row.before ?? ''}
      </span>
      {signs[row.kind]}
      {row.kind !== 'hunk' && ' '}
      <VisibleText text={row.text} />
      {'\n'}
    </span>
  );
}
