import type { FileChange } from '@toolthread/core';
import { type Endpoint, fieldOf, request } from './request.ts';
import { failure, type Result } from './result.ts';

/** What a run changed in its workspace, or what an undo changed back. */
export interface Changes {
  readonly files: readonly FileChange[];
  /** Files of which it is not known whether they changed. */
  readonly unknown: readonly string[];
  /** One unified diff of all of it, for the eye. */
  readonly diff: string;
  /** The diff is very long and ends early: so many files are missing as a whole. */
  readonly cut?: { readonly files: number };
  readonly undo: 'possible' | 'undone' | 'is-undo';
}

export async function readChanges(endpoint: Endpoint, path: string): Promise<Result<Changes>> {
  const answer = await request(endpoint, path);
  if (!answer.ok) return answer;
  const changes = parseChanges(answer.value);
  return changes === undefined
    ? failure('bad_answer', 'The server described the changes in an unknown form.', 200)
    : { ok: true, value: changes };
}

function parseChanges(value: unknown): Changes | undefined {
  const [files, unknown, diff] = ['files', 'unknown', 'diff'].map((name) => fieldOf(value, name));
  const cut = fieldOf(fieldOf(value, 'cut'), 'files');
  const undo = UNDO.find((known) => known === fieldOf(value, 'undo'));
  if (!Array.isArray(files) || !Array.isArray(unknown) || typeof diff !== 'string' || undo === undefined)
    return undefined;
  return {
    files: files.flatMap((file: unknown) => parseFile(file) ?? []),
    unknown: unknown.filter((name: unknown) => typeof name === 'string'),
    diff,
    ...(typeof cut === 'number' ? { cut: { files: cut } } : {}),
    undo,
  };
}

const UNDO = ['possible', 'undone', 'is-undo'] as const;

function parseFile(value: unknown): FileChange | undefined {
  const path = fieldOf(value, 'path');
  const [before, after] = ['before', 'after'].map((name) => fieldOf(value, name));
  const [added, removed] = ['added', 'removed'].map((name) => fieldOf(value, name));
  if (typeof path !== 'string') return undefined;
  return {
    path,
    ...(typeof before === 'string' ? { before } : {}),
    ...(typeof after === 'string' ? { after } : {}),
    ...(typeof added === 'number' ? { added } : {}),
    ...(typeof removed === 'number' ? { removed } : {}),
  };
}
