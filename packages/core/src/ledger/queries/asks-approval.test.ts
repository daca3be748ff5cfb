import { expect, test } from 'vitest';
import { asksApproval } from './asks-approval.ts';

test('a request asks either for approval or for answers', () => {
  const kinds = ['approval', 'plan', 'question', 'elicitation'] as const;
  expect(kinds.filter((kind) => asksApproval({ kind }))).toEqual(['approval', 'plan']);
});
