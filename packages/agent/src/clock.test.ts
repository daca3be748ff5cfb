import { expect, onTestFinished, test } from 'vitest';
import { realClock } from './clock.ts';

test('a moment that has passed is not waited for, and nobody is warned of it', async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  await realClock.sleep(-829);
  await new Promise((told) => setImmediate(told));
  expect(warnings).toEqual([]);
});
