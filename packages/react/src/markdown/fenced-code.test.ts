import { expect, test } from 'vitest';
import { fencedCode } from './fenced-code.ts';

test.each([
  ['```ts\nlet a;\n```\n', 'ts|let a;'],
  ['```\n```', '|'],
  ['```ts', 'ts|'],
  ['```ts\nlet a', 'ts|let a'],
  ['~~~ python title="x"\npass\n~~~', 'python|pass'],
  ['````\n```\n````', '|```'],
  ['```c++\nint a;\n', 'c++|int a;'],
  ['  ```js\n  a();\n    b();\n  ```\n', 'js|a();\n  b();'],
  ['```<script>\nx\n```', '|x'],
  // A line that is indented by four spaces closes nothing.
  ['```\naaa\n    ```', '|aaa\n    ```'],
  ['```\naaa\n   ```', '|aaa'],
  ['```\naaa\n\t```\n', '|aaa\n\t```'],
])('%j holds %j', (text, held) => {
  const { language, code } = fencedCode(text);
  expect(`${language}|${code}`).toBe(held);
});
