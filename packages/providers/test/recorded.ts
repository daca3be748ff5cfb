/** Streams that providers really sent. They are not ours to give away: without the folder there is nothing to try. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/streams/', import.meta.url));

/** `recorded('groq--*.chunks.txt')` gives the names of the files; none, where the folder is not there. */
export function recorded(...patterns: string[]): string[] {
  return existsSync(folder) ? globSync(patterns, { cwd: folder }).sort() : [];
}

/** The frames of each response in a file. Lines that are no JSON are damage of the recording. */
export function framesIn(file: string): unknown[][] {
  const text = readFileSync(folder + file, 'utf8');
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
  return interactionsIn(readFileSync(folder + file, 'utf8')).map(({ request }): unknown => JSON.parse(request.body));
}

function bodiesIn(file: string, text: string): string[][] {
  if (!file.endsWith('.json')) return [text.split('\n').filter((line) => line.trim() !== '')];
  return interactionsIn(text).map(({ response }) =>
    response.body.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : [])),
  );
}

interface Interaction {
  readonly request: { readonly body: string };
  readonly response: { readonly status: number; readonly body: string };
}

function interactionsIn(text: string): Interaction[] {
  const { interactions } = JSON.parse(text) as { interactions: Interaction[] };
  return interactions.filter(({ response }) => response.status === 200);
}
