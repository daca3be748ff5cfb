import { RUN_STATUSES, STOP_REASONS, wordIn } from '@toolthread/core';
import type { ThreadSummary } from '@toolthread/core/summary';
import { fieldOf } from '../request.ts';

/** A thread of the list as the server tells it; undefined if it has no name. */
export function readSummary(value: unknown): ThreadSummary | undefined {
  const id = fieldOf(value, 'id');
  const title = fieldOf(value, 'title');
  const status = fieldOf(value, 'status');
  const damage = fieldOf(value, 'damage');
  const may = fieldOf(value, 'may');
  const stop = wordIn(STOP_REASONS, fieldOf(value, 'stop'));
  if (typeof id !== 'string') return undefined;
  const number = (name: string): number => Number(fieldOf(value, name) ?? 0);
  return {
    id,
    title: typeof title === 'string' ? title : undefined,
    createdAt: number('created_at'),
    updatedAt: number('updated_at'),
    seq: number('seq'),
    status: wordIn(RUN_STATUSES, status),
    ...(stop === undefined ? {} : { stop }),
    ...turnIn(fieldOf(value, 'turn')),
    calls: number('calls'),
    failed: number('failed'),
    waiting: number('waiting'),
    approvals: number('approvals'),
    ...(Array.isArray(may) ? { may: may.map(String) } : {}),
    workedMs: number('worked_ms'),
    ...answerer(fieldOf(value, 'agent'), fieldOf(value, 'model'), fieldOf(value, 'project')),
    unfinished: fieldOf(value, 'unfinished') === true,
    damage: typeof damage === 'string' ? damage : undefined,
    ...(fieldOf(value, 'pinned') === true ? { pinned: true } : {}),
    ...placed(fieldOf(value, 'place'), fieldOf(value, 'placed_at')),
  };
}

const TURNS = ['open', 'asks', 'failed', 'stopped', 'answered', 'over'] as const;

function turnIn(turn: unknown): Pick<ThreadSummary, 'turn'> {
  const known = TURNS.find((each) => each === turn);
  return known === undefined ? {} : { turn: known };
}

function placed(place: unknown, at: unknown): Pick<ThreadSummary, 'place' | 'placedAt'> {
  if (place !== 'archive' && place !== 'bin') return {};
  return typeof at === 'number' ? { place, placedAt: at } : { place };
}

function answerer(
  agent: unknown,
  model: unknown,
  project: unknown,
): Pick<ThreadSummary, 'agent' | 'model' | 'project'> {
  return {
    ...(typeof agent === 'string' ? { agent } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof project === 'string' ? { project } : {}),
  };
}
