/** What a program wrote, and what a terminal shows of it: for every reader of terminal output. */
export const overwrittenLines: readonly (readonly [written: string, shown: string])[] = [
  ['10%\r50%\r100%\ndone', '100%\ndone'],
  ['100 files\rok', 'ok0 files'],
  ['100 files\r\u001b[Kok', 'ok'],
  ['waiting...\u001b[2K\u001b[1Gready', 'ready'],
  ['spinner\r\u001b[0K\nnext', '\nnext'],
  ['work |\b/\b-\b\\\bdone', 'work done'],
  ['N\bNA\bAM\bM', 'NAM'],
  ['\b\b\bab', 'ab'],
  ['a\r\nb\r\r\nc\r', 'a\nb\nc'],
  ['downloading\x1b[2K\rdone', 'done'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['abc\b\bX', 'aXc'],
  ['one\rtwo\nthree', 'two\nthree'],
  ['😀a\rX', 'Xa'],
];
