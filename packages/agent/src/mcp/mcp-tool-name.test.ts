import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mcpToolName } from './mcp-tool-name.ts';

test('a name is legal with every provider, begins with its server, and is the same every time', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9-]{1,24}$/), fc.string({ minLength: 1 }), (server, tool) => {
      const name = mcpToolName(server, tool, new Set());
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(name.startsWith(`${server}__`)).toBe(true);
      expect(mcpToolName(server, tool, new Set())).toBe(name);
    }),
  );
});

test('names that fall together are told apart', () => {
  const first = mcpToolName('s', 'a b', new Set());
  const second = mcpToolName('s', 'a.b', new Set([first]));
  expect([first, second === first]).toEqual(['s__a_b', false]);
  const long = 'x'.repeat(100);
  expect(mcpToolName('s', `${long}1`, new Set())).not.toBe(mcpToolName('s', `${long}2`, new Set()));
});
