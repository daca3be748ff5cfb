import { openLedger } from '@toolthread/store';
import { expect, test } from 'vitest';

test.each(['{}', '{"file":""}', '{"file":null}'])(
  'a ledger without a file is refused, and the option is named: %s',
  async (json) => {
    const options: never = JSON.parse(json) as never;
    const opened = await openLedger(options);
    expect(opened).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^`file` /) } });
  },
);
