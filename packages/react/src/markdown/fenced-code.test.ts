import { expect, test } from 'vitest';
import { fencedCode } from './fenced-code.ts';

test.each([
  ['```ts\nlet a;\n```\n', { language: 'ts', code: 'let a;' }],
  ['```\n```', { language: '', code: '' }],
  ['```ts', { language: 'ts', code: '' }],
  ['```ts\nlet a', { language: 'ts', code: 'let a' }],
  ['~~~ python title="x"\npass\n~~~', { language: 'python', code: 'pass' }],
  ['````\n```\n````', { language: '', code: '```' }],
  ['```c++\nint a;\n', { language: 'c++', code: 'int a;' }],
  ['  ```js\n  a();\n    b();\n  ```\n', { language: 'js', code: 'a();\n  b();' }],
  ['```<script>\nx\n```', { language: '', code: 'x' }],
  // A line that is indented by four spaces closes nothing.
  ['```\naaa\n    ```', { language: '', code: 'aaa\n    ```' }],
  ['```\naaa\n   ```', { language: '', code: 'aaa' }],
  ['```\naaa\n\t```\n', { language: '', code: 'aaa\n\t```' }],
])('%j holds %j', (text, held) => expect(fencedCode(text)).toEqual(held));
