import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkTarget } from './link-target.ts';

describe('[L7] a link opens http, https and mailto, nothing else', () => {
  test.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['HTTPS://EXAMPLE.com', 'https://example.com/'],
  ])('%s', (href, target) => expect(linkTarget(href)).toBe(target));

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'ftp://example.com',
    'x-apple-help://x',
    '/api/threads',
    '//example.com',
    '#top',
    '../secret',
    '',
    'https://',
  ])('not %j', (href) => expect(linkTarget(href)).toBeUndefined());

  test('whatever is allowed has an allowed scheme', () => {
    const scheme = fc.constantFrom('javascript:', 'https:', 'data:', 'mailto:', 'http:', '\u0000https:', '');
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary' }), (start, rest) => {
        const target = linkTarget(start + rest);
        if (target !== undefined) expect(target).toMatch(/^(?:https?|mailto):/);
      }),
    );
  });
});
