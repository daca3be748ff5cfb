/**
 * Streams that providers really sent. They are not ours to give away: whoever has them names their folder in
 * `TOOLTHREAD_STREAMS`. Without it there is nothing to try, for everybody alike.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['TOOLTHREAD_STREAMS'];

export const hasRecordings = folder !== undefined;

/** `recorded('groq--*.chunks.txt')` gives the names of the files; none, where no folder is named. */
export function recorded(...patterns: string[]): string[] {
  return folder === undefined ? [] : globSync(patterns, { cwd: folder }).sort();
}

export function textIn(file: string): string {
  return readFileSync(join(folder ?? '', file), 'utf8');
}

/** The frames of each response in a file. Lines that are no JSON are damage of the recording. */
export function framesIn(file: string): unknown[][] {
  const text = textIn(file);
  return bodiesIn(file, text).map((lines) =>
    lines.flatMap((line) => {
      if (line.trim() === '[DONE]') return ['[DONE]'];
      try {
        const frame: unknown = JSON.parse(line);
        return [frame];
      } catch {
        return [];
      }
    }),
  );
}

/** What a cassette says was asked. */
export function requestsIn(file: string): unknown[] {
  return interactionsIn(textIn(file)).map(({ request }): unknown => JSON.parse(request.body));
}

/** The data of each event in the text of an event stream. Every service sends it in one line. */
export function dataIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []));
}

function bodiesIn(file: string, text: string): string[][] {
  if (!file.endsWith('.json')) return [text.split('\n').filter((line) => line.trim() !== '')];
  return interactionsIn(text).map(({ response }) => dataIn(response.body));
}

interface Interaction {
  readonly request: { readonly body: string };
  readonly response: { readonly status: number; readonly body: string };
}

function interactionsIn(text: string): Interaction[] {
  const { interactions } = JSON.parse(text) as { interactions: Interaction[] };
  return interactions.filter(({ response }) => response.status === 200);
}
