import { Fragment, memo, use, useState } from 'react';
import type { ReactNode } from 'react';
import { formatSize } from '@toolthread/core/text';
import { DrawCost } from './draw-cost.ts';
import { DrawnApartContext } from './drawn-apart-context.ts';
import { isLowSurrogate, NEWLINE, stepFrom, textSteps } from './text-steps.ts';
import type { StepSize } from './text-steps.ts';
import { standsFor } from './undrawn.ts';
import { useInteractive } from './use-interactive.ts';
import { VisibleText } from './visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** What is drawn at once of a long text: from its beginning, and from its end. */
const STEP: StepSize = { letters: 16_384, lines: 500 };
const END: StepSize = { letters: 2_048, lines: 50 };

/**
 * Foreign text of any length, such as a result: its beginning, its end, and a button for more of what is between. A reader who is led to words in it sees what is around them. So no text adds more to the
 * page than one step of it. If there is no script, in the export, all of it is drawn.
 */
export function LongText({ text }: { readonly text: string }): ReactNode {
  return isLong(text) ? <Steps text={text} /> : <VisibleText text={text} />;
}

/** Whether it is more than one step. */
export function isLong(text: string): boolean {
  return stepFrom(text, 0, STEP) < text.length;
}

/** All of it, each step to be drawn by itself. */
export function stepsOf(text: string): readonly string[] {
  return textSteps(text, STEP, Infinity);
}

function Steps({ text }: { readonly text: string }): ReactNode {
  const language = useLanguage();
  /** Where steps begin that are drawn, beside the first one. */
  const [more, setMore] = useState<readonly number[]>([]);
  const show = (from: number): void => setMore((before) => [...before, from]);
  const drawnApart = use(DrawnApartContext);
  const interactive = useInteractive();
  if (drawnApart !== undefined) return drawnApart([text]);
  if (!interactive) return stepsOf(text).map((piece, index) => <Piece key={index} text={piece} />);
  const end = endOf(text);
  const begins = [0, ...more.filter((from) => from < end).toSorted((one, other) => one - other), end];
  return begins.map((from, index) => {
    const next = begins[index + 1] ?? text.length;
    const to = from === end ? next : Math.min(next, stepFrom(text, from, STEP));
    return (
      <Fragment key={from}>
        <Piece text={text.slice(from, to)} />
        {to < next && (
          <span
            className="tt-result-more"
            ref={standsFor({
              text: () => text.slice(to, next),
              show: (at) => show(to + lineAbove(text.slice(to, next), at)),
            })}
          >
            {`\n${language.say('… {size} not shown', { size: formatSize(next - to, language) })} `}
            <button type="button" className="tt-link-button" onClick={() => show(to)}>
              {language.say('Show more')}
            </button>
            {'\n'}
          </span>
        )}
      </Fragment>
    );
  });
}

const Piece = memo(VisibleText);

function endOf(text: string): number {
  const cost = new DrawCost();
  let from = text.length;
  for (let lines = 0; from > 0 && cost.total < END.letters && lines <= END.lines; from -= 1) {
    const code = text.charCodeAt(from - 1);
    cost.add(code);
    if (code === NEWLINE) lines += 1;
  }
  return isLowSurrogate(text, from) ? from + 1 : from;
}

/** This much of what is before the words is drawn with them. */
const BEFORE = 1_024;

/** Where to begin, to have something above this letter: with a line, if lines are not long. */
function lineAbove(text: string, at: number): number {
  const from = Math.max(0, at - BEFORE);
  const line = text.indexOf('\n', from) + 1;
  if (from > 0 && line > 0 && line <= at) return line;
  return isLowSurrogate(text, from) ? from + 1 : from;
}
