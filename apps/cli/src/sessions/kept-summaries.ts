import { countOf, english } from '@toolthread/core/text';
import type { Trouble } from '../system-trouble.ts';
import type { Progress } from '../terminal/progress.ts';
import type { SessionFile } from './session-file.ts';
import type { SessionIndex } from './session-index.ts';
import type { Environment } from './session-places.ts';
import type { SessionSummary } from './session-summary.ts';
import type { Skipped } from './skipped-files.ts';
import { summaryRedactor } from './summary-redactor.ts';

export interface Session extends SessionFile {
  readonly summary: SessionSummary;
}

interface HowToRead {
  /** Whose secrets are neither kept nor given. */
  readonly env: Environment;
  readonly progress: Progress;
  readonly skipped: Skipped;
  /** Is told of a file that holds no session. */
  readonly empty?: (file: SessionFile) => void;
  /** Null for what holds no session. */
  summarise(file: SessionFile): Promise<SessionSummary | Trouble | null>;
}

const SAVE_EVERY = 200;

/** What is known of each session; only those that the index does not know are read, and kept in it. */
export async function keptSummaries(
  files: readonly SessionFile[],
  index: SessionIndex,
  { env, progress, skipped, empty, summarise }: HowToRead,
): Promise<Session[]> {
  const sessions: Session[] = [];
  let redacted: ((summary: SessionSummary) => SessionSummary) | undefined;
  let read = 0;
  for (const [place, file] of files.entries()) {
    let summary = index.get(file);
    if (summary === undefined) {
      progress.show(`reading ${english.number(place + 1)} of ${countOf(files.length, 'session')}`);
      const made = await summarise(file);
      if (made !== null && 'what' in made) {
        // Not kept: it may be read another time.
        skipped(file, made);
        continue;
      }
      redacted ??= await summaryRedactor(env);
      summary = made && redacted(made);
      index.set(file, summary);
      read += 1;
      if (read % SAVE_EVERY === 0) index.save();
    }
    if (summary === null) empty?.(file);
    else sessions.push({ ...file, summary });
  }
  progress.clear();
  return sessions;
}
