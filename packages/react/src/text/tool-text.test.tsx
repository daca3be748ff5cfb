import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { StillContext } from '../thread/use-still.ts';
import { ToolText } from './tool-text.tsx';

const calls = (count: number, between: string): string =>
  Array.from({ length: count }, (_, index) => `<tool>run(n=${index})\nok</tool>${between}`).join('\n\n');
const countOf = (html: string, piece: string): number => html.split(piece).length - 1;

describe('[L5] [seed 000] a stored text mounts what fits, however much it holds', () => {
  test.each([1_000, 20_000])('%d blocks with words between them', (count) => {
    const html = renderToStaticMarkup(<ToolText text={calls(count, '\n\nSo.')} />);
    expect(countOf(html, '1 tool call')).toBe(30);
    expect(html).toContain(`Show 60 of ${2 * count - 60} earlier entries`);
  });

  test('few parts are all drawn, and so is everything in a file in which nothing runs', () => {
    expect(renderToStaticMarkup(<ToolText text={calls(20, '\n\nSo.')} />)).not.toContain('earlier entries');
    const still = renderToStaticMarkup(
      <StillContext value={true}>
        <ToolText text={calls(100, '')} />
      </StillContext>,
    );
    expect(countOf(still, 'run(n=')).toBe(100);
  });
});
