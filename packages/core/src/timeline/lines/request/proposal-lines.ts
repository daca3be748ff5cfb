import { countOf } from '../../../text/amounts/format-size.ts';
import { mixesDirections } from '../../../text/mixes-directions.ts';
import { labelText, proposedArguments, proposedRuns } from './proposed-arguments.ts';

/** A proposal as lines of text, where no boxes can be drawn: no line of a value can be mistaken for the name of another argument. */
export function proposalLines(proposed: string): readonly string[] {
  return proposedArguments(proposed).flatMap(({ name, text }) => {
    const lines = proposedRuns(text)
      .map((run) => run.text)
      .join('')
      .split('\n');
    const shown = lines.slice(0, MOST_LINES).map((line) => `    │ ${line}`);
    const more = lines.length - shown.length;
    return [
      `  ${name === undefined ? 'arguments' : labelText(name)}:`,
      ...shown,
      ...(mixesDirections(text) ? [`    ⋯ ${ELSEWHERE}`] : []),
      ...(more > 0 ? [`    ⋯ ${countOf(more, 'more line')}`] : []),
    ];
  });
}

const MOST_LINES = 100;
/** No sign that a terminal would obey keeps them in their places everywhere. */
const ELSEWHERE = 'It has letters that are read from the right: signs and digits beside them may be drawn elsewhere.';
