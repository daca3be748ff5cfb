import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Blocks } from './blocks.ts';
import type { BlockFate } from './blocks.ts';

const texts = ['Woven.', 'Woven. And pressed.', 'w'.repeat(300)];

it('[L4] a block is new to each response once, whoever else has it, and whether it was heard or told', () => {
  const fate = fc.constantFrom<BlockFate>('heard', 'told');
  const asked = fc.tuple(fc.constantFrom(...texts), fate, fc.integer({ min: 1, max: 3 }));
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), (all) => {
      const blocks = new Blocks();
      const known = new Set<string>();
      for (const [text, fate, response] of all) {
        const number = blocks.numberOf({ type: 'text', text });
        const name = JSON.stringify([text, fate, response]);
        expect(blocks.has(number, fate, response)).toBe(known.has(name));
        expect(blocks.add(number, fate, response)).toBe(!known.has(name));
        known.add(name);
      }
    }),
  );
});

it('[L4] records say the same if their blocks do, in the same order', () => {
  const blocks = new Blocks();
  const block = fc.oneof(
    fc.record({ type: fc.constant('text'), text: fc.constantFrom(...texts) }),
    fc.record({ type: fc.constant('thinking'), thinking: fc.constantFrom(...texts) }),
    fc.record({ type: fc.constant('tool_use'), id: fc.constantFrom('t1', 't2'), name: fc.constant('Bash') }),
    fc.record({ type: fc.constant('tool_result'), content: fc.constantFrom(...texts) }),
  );
  const record = fc.record({
    type: fc.constantFrom('user', 'assistant'),
    message: fc.record({ content: fc.array(block, { minLength: 1, maxLength: 3 }) }),
  });
  fc.assert(
    fc.property(record, record, (one, other) => {
      expect(blocks.wordsOf(one) === blocks.wordsOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});
