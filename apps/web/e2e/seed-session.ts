import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../../packages/transcripts/fixtures');
/** Where Claude Code keeps the sessions of one project. */
const PROJECT = '.claude/projects/-home-me-shop';

/** A session that another agent left in the home of a server's data: `seedSession(data, 'claude-code/everyday.jsonl')` */
export function seedSession(data: string, fixture: string, folder: string = PROJECT): void {
  const place = join(data, 'home', folder);
  mkdirSync(place, { recursive: true });
  cpSync(join(FIXTURES, fixture), join(place, basename(fixture)));
}
