import { readTranscript } from '../../src/index.ts';
import type { Format } from '../../src/index.ts';
import { compareTokens } from './compare-tokens.ts';
import type { Comparison } from './compare-tokens.ts';
import { drawnTokens } from './drawn-tokens.ts';
import { SECOND_READINGS } from './second-readings.ts';
import { compareTimes } from './times-agree.ts';

/** The readers' view of a text, and the second reading of its records: what is drawn, in which order, and when it was said. */
export function compareReadings(format: Format, text: string, records: readonly unknown[]): Comparison {
  const second = SECOND_READINGS[format];
  if (second === undefined) return { counts: {}, differences: [`there is no second reading of ${format}`] };
  const read = readTranscript(text, { format });
  const { counts, differences } = compareTokens(second(records), drawnTokens(read));
  const times = compareTimes(read, records);
  return { counts: { ...counts, times: times.compared }, differences: [...differences, ...times.differences] };
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
