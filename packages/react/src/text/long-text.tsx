import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { formatSize } from '@toolthread/core/text';
import { DrawCost } from './draw-cost.ts';
import { isLowSurrogate, NEWLINE, stepFrom, textSteps } from './text-steps.ts';
import type { StepSize } from './text-steps.ts';
import { useInteractive } from './use-interactive.ts';
import { VisibleText } from './visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** What is drawn at once of a long text: from its beginning, and from its end. */
const STEP: StepSize = { letters: 16_384, lines: 500 };
const END: StepSize = { letters: 2_048, lines: 50 };

/**
 * Foreign text of any length, such as a result: its beginning, its end, and a button for more of what is between. So no text makes more of the page than a
 * step does. Where there is no script, in the export, all of it is drawn.
 */
export function LongText({ text }: { readonly text: string }): ReactNode {
  return isLong(text) ? <Steps text={text} /> : <VisibleText text={text} />;
}

/** Whether it is more than one step. */
export function isLong(text: string): boolean {
  return stepFrom(text, 0, STEP) < text.length;
}

function Steps({ text }: { readonly text: string }): ReactNode {
  const language = useLanguage();
  const [steps, setSteps] = useState(1);
  const interactive = useInteractive();
  const pieces = textSteps(text, STEP, interactive ? steps : Infinity);
  const from = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const to = Math.max(from, endOf(text));
  return (
    <>
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
      {from < to && (
        <span className="tt-result-more">
          {`\n${language.say('… {size} not shown', { size: formatSize(to - from, language) })} `}
          <button type="button" className="tt-link-button" onClick={() => setSteps(steps + 1)}>
            {language.say('Show more')}
          </button>
          {'\n'}
        </span>
      )}
      {to < text.length && <Piece text={text.slice(to)} />}
    </>
  );
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
