import type { KeyboardEvent } from 'react';

/** The arrows go from row to row; above the first is what the rows belong to, if there is something. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>, row: string, above?: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(row)];
  const at = rows.findIndex((each) => each === document.activeElement) + by;
  const next = at < 0 ? above : rows[at];
  if (next === undefined || next === null) return;
  event.preventDefault();
  next.focus();
}
