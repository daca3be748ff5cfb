import { expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { calling, completed } from '../../test/first-call.ts';

test.each(['set "a"="b" in config', 'because "it" = works, "x"="y"'])(
  '[L4] [003] a question that no request holds is drawn with the whole answer in prose: %s',
  (answer) => {
    const input = { questions: [{ question: 'Why?', options: [{ label: 'A' }] }] };
    const prose = `User has answered your questions: "Why?"="${answer}". You can now continue.`;
    const page = drawn(calling('AskUserQuestion', JSON.stringify(input), completed('done', prose)), { open: true });
    // Apart from the words of the result, which hold it too.
    expect(markupText(page).replaceAll(prose, '')).toContain(answer);
  },
);
