import { describe, expect, test } from 'vitest';
import { highlight } from './highlight.ts';
import type { CodeSpan } from './highlight.ts';
import { languageName } from './load-language.ts';

const text = (spans: readonly CodeSpan[]): string =>
  spans.map((span) => (typeof span === 'string' ? span : text(span.spans))).join('');
const scopes = (spans: readonly CodeSpan[]): string[] =>
  spans.flatMap((span) => (typeof span === 'string' ? [] : [span.scope, ...scopes(span.spans)]));

describe('colours of code', () => {
  test.each([
    ['typescript', 'const a: string = `x ${b + "<script>"}`; // note\nexport function f(): void {}'],
    ['xml', '<script>alert(1)</script><style>a { color: red }</style>'],
    ['markdown', '# x\n```js\nlet a;\n```\n'],
    ['python', 'def f(a, *b):\n    """doc"""\n    return a + 1'],
    ['bash', 'echo "$HOME" | grep -c x && exit 1'],
    ['json', '{"a": [1, null, "b"'],
    ['diff', '@@ -1 +1 @@\n-a\n+b'],
  ])('%s: every character is there, once', async (language, code) => {
    const spans = await highlight(code, language);
    expect(text(spans ?? [])).toBe(code);
    expect(scopes(spans ?? []).length).toBeGreaterThan(0);
  });

  test('a language that is not known stays plain, whatever it is called', async () => {
    expect(await highlight('x', 'klingon')).toBeUndefined();
    for (const name of ['constructor', '__proto__', 'toString', '', '<b>']) expect(languageName(name)).toBeUndefined();
    expect(languageName('TSX')).toBe('typescript');
  });

  test('[L5] [M9] code beyond the limit stays plain, and so does code with very long lines or words', async () => {
    expect(await highlight('let a;\n'.repeat(1_000), 'javascript')).toBeDefined();
    expect(await highlight('let a;\n'.repeat(1_300), 'javascript')).toBeUndefined();
    expect(await highlight('let a; '.repeat(60), 'javascript')).toBeUndefined();
    expect(await highlight(`let ${'a'.repeat(100)};`, 'javascript')).toBeUndefined();
  });
});
