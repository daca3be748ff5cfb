import { english } from '@toolthread/core/text';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { NewestFirst } from '../items/newest-first.tsx';
import { StillContext } from '../thread/use-still.ts';
import { ToolText } from './tool-text.tsx';

beforeAll(NewestFirst.load);

const calls = (count: number, between: string): string =>
  Array.from({ length: count }, (_, index) => `<tool>run(n=${index})\nok</tool>${between}`).join('\n\n');
const countOf = (html: string, piece: string): number => html.split(piece).length - 1;

describe('[L5] [seed 000] a stored text mounts what fits, however much it holds', () => {
  test.each([1_000, 20_000])('%d blocks with words between them', (count) => {
    const html = renderToStaticMarkup(<ToolText text={calls(count, '\n\nSo.')} />);
    expect(countOf(html, '1 tool call')).toBe(30);
    expect(html).toContain(`Show 60 of ${english.number(2 * count - 60)} earlier entries`);
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

describe('[000] a result without its call is called a result, and says all its words', () => {
  const shown = (text: string): string =>
    markupText(
      renderToStaticMarkup(
        <StillContext value={true}>
          <ToolText text={text} />
        </StillContext>,
      ),
    );

  test.each([
    ['<validation>completed in 3 seconds</validation>', '✅ Result completed in 3 seconds'],
    ['<validation>save_file completed in 3 seconds</validation>', '✅ Result save_file → completed in 3 seconds'],
    ['<validation>pwd\n/app</validation>', '✅ Result pwd → /app'],
    ['<validation>pwd\n/app</validation>\n<validation>ls\na</validation>', '✅ Result pwd → /app ✅ Result ls → a'],
    ['<tool>pwd()</tool>\n<validation>pwd\n/app</validation>', '🔧 1 tool call pwd() → /app'],
    [
      'So.\n\n<tool>a()\n1</tool>\n<validation>ls\nb</validation>\n<tool>c()\n2</tool>\n<tool>d()\n3</tool>',
      'So. 🔧 1 tool call a() → 1 ✅ Result ls → b 🔧 2 tool calls c() → 2 d() → 3',
    ],
  ])('%s', (text, words) => expect(shown(text)).toBe(words));
});
