import { readTranscript } from '../../src/index.ts';
import type { Format } from '../../src/index.ts';
import { compareTokens } from './compare-tokens.ts';
import type { Comparison } from './compare-tokens.ts';
import { drawnTokens } from './drawn-tokens.ts';
import { SECOND_READINGS } from './second-readings.ts';

/** The readers' view of a text, and the second reading of its records. */
export function compareReadings(format: Format, text: string, records: readonly unknown[]): Comparison {
  const second = SECOND_READINGS[format];
  if (second === undefined) return { counts: {}, differences: [`there is no second reading of ${format}`] };
  return compareTokens(second(records), drawnTokens(readTranscript(text, { format })));
}

/** A document, or lines, of which some are damaged: two records without a newline, raw control characters, a torn record before a whole one. */
export function recordsIn(text: string): readonly unknown[] {
  return parsed(text) ?? text.split('\n').flatMap((line) => parsed(line) ?? pieces(line));
}

function pieces(line: string): readonly unknown[] {
  return line.split(/(?<=\})(?=\{")|(?=\{"parentUuid")/).flatMap((piece) => {
    // oxlint-disable-next-line no-control-regex
    const legal = piece.replaceAll(/[\u0000-\u001f]/g, (char) => JSON.stringify(char).slice(1, -1));
    return parsed(legal) ?? [];
  });
}

function parsed(text: string): readonly unknown[] | undefined {
  try {
    return [JSON.parse(text)];
  } catch {
    return undefined;
  }
}
