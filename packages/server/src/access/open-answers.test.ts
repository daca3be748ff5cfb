import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOpenAnswers } from './open-answers.ts';
import { tokenRow } from './tokens/token-row.ts';

test('[B.6 40] an answer is ended within a second after its token is revoked, and nothing ticks when nobody reads', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [owner, phone] = [tokenRow('owner', 'one-token-0123456789'), tokenRow('phone', 'other-token-0123456789')];
  const good = new Set([owner.digests.token, phone.digests.token]);
  const open = createOpenAnswers({ isGood: (digest) => good.has(digest) });
  const [kept, ended, second] = [1, 2, 3].map(() => new ServerResponse(new IncomingMessage(new Socket())));
  if (kept === undefined || ended === undefined || second === undefined) throw new Error('three answers');
  open.add(kept, owner.digests.token);
  open.add(ended, phone.digests.token);
  open.add(second, phone.digests.token);
  vi.advanceTimersByTime(5000);
  expect([kept.destroyed, ended.destroyed, second.destroyed]).toEqual([false, false, false]);
  good.delete(phone.digests.token);
  vi.advanceTimersByTime(1000);
  expect([kept.destroyed, ended.destroyed, second.destroyed]).toEqual([false, true, true]);
  for (const response of [kept, ended, second]) response.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer whose reader left before it was added is not held', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const open = createOpenAnswers({ isGood: () => true });
  const left = new ServerResponse(new IncomingMessage(new Socket()));
  left.destroy();
  left.emit('close');
  open.add(left, undefined);
  expect(vi.getTimerCount()).toBe(0);
});
