import { expect, test } from 'vitest';
import { checkHardCodedWords } from './hard-coded-words.ts';
import { tempTree } from './sources/temp-tree.ts';

const part = 'packages/react/src/part.tsx';
const style = 'apps/web/src/styles/page.css';

test.each([
  [part, 'const a = <p>{say("Send")} → <b>Toolthread</b> <kbd>Esc</kbd> {text} {"…"}</p>;'],
  [part, 'const a = <p aria-label={say("Send {n} of {all}", { all, n: 1 })} className="tt-meta" title={title} />;'],
  [part, 'const a = <p title={`${name}: ${words}`}>{busy ? "…" : say("Stop")}</p>;'],
  ['packages/react/src/part.test.tsx', 'const a = <p>Send</p>;'],
  [
    style,
    '.a {\n  padding: 1px 2px 3px 2px;\n  content: attr(aria-label);\n  text-align: end;\n}\n[data-align="right"] {\n  margin: 0 auto;\n}',
  ],
])('%s may hold %s', (file, text) => {
  expect(checkHardCodedWords(tempTree({ [file]: text }))).toEqual([]);
});

test.each([
  ['const a = <p>Send it</p>;', '“Send it” is said in English only; use say'],
  ['const a = <p>{busy ? "Sent" : say("Send")}</p>;', '“Sent” is said in English only; use say'],
  ['const a = <p>{open && `Put ${n} back`}</p>;', '“Put” is said in English only; use say'],
  ['const a = <p aria-label="Answer" />;', '“Answer” is said in English only; use say'],
  ['const a = <input placeholder={busy ? "Reply" : words} />;', '“Reply” is said in English only; use say'],
  ['const a = language.say("To {names}", { name });', '“To {names}” is given name'],
  ['const a = formatDuration(ms);', 'formatDuration speaks English where no language is given'],
  ['const a = say("To {names}");', '“To {names}” is given nothing'],
])('%s is found', (text, problem) => {
  expect(checkHardCodedWords(tempTree({ [part]: text }))).toContain(`${part}: ${problem}`);
});

test.each([
  ['margin-left: 4px', 'knows left from right'],
  ['left: 0', 'knows left from right'],
  ['text-align: right', 'knows left from right'],
  ['padding: 1px 2px 3px 4px', 'knows left from right'],
  ["content: 'Turns'", 'is said in English only'],
])('%s is found', (declaration, problem) => {
  expect(checkHardCodedWords(tempTree({ [style]: `.a {\n  ${declaration};\n}` }))).toEqual([
    `${style}: “${declaration}” ${problem}`,
  ]);
});
