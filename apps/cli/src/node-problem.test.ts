import { expect, it } from 'vitest';
import { nodeProblem } from './node-problem.ts';

it('says which Node is needed, to one that is older', () => {
  for (const version of ['20.20.2', '22.15.9', '8.17.0'])
    expect(nodeProblem(version)).toBe(`Node 22.16 or newer is needed. This is Node ${version}.`);
  for (const version of ['22.16.0', '22.17.1', '24.0.0', '26.10.0']) expect(nodeProblem(version)).toBeUndefined();
});
