import { expect, test } from 'vitest';
import { startServer } from '../../test/start-server.ts';
import { promptLedger } from './prompt-ledger.ts';

test('people hear that the database does not answer, and not where it is', async () => {
  const { ledger } = await startServer();
  const why = 'connect ECONNREFUSED 192.0.2.1:5432';
  const prompt = promptLedger({
    ...ledger,
    reach: { away: () => why, onAway: () => () => undefined, words: 'It is away.' },
  });
  for (const asked of [await prompt.listThreads({ limit: 1 }), await prompt.createThread({})]) {
    expect(asked).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(JSON.stringify(asked)).not.toContain('192.0.2.1');
  }
});
