import { german } from '@toolthread/react/labels/de';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { askPeople } from '../people/ask-people.ts';
import { readLedger } from '../export/read-ledger.ts';
import { chooseAgent } from '../settings/ask-agents.ts';
import { askSettings } from '../settings/ask-settings.ts';
import { refusalIn } from '../labels/refusal-in.ts';
import { sayRefusals } from '../page/server.ts';
import { askServer } from './ask-server.ts';

afterEach(() => vi.unstubAllGlobals());

/** The same question by everybody on the page who tells a person why there is no answer. */
const problems = async (): Promise<unknown[]> => {
  const asked = [
    askServer('/api/threads'),
    askPeople('GET', '/api/people'),
    askSettings('GET', '/api/settings'),
    chooseAgent('t1', {}),
    readLedger('t1'),
  ];
  const told: unknown[] = await Promise.all(asked);
  return told.map((each) => (typeof each === 'object' && each !== null && 'problem' in each ? each.problem : each));
};

test.each([
  ['a page of HTML', new Response('<html>Bad Gateway</html>', { status: 502 }), 'The server answered 502.'],
  [
    'a refusal',
    Response.json({ error: { code: 'busy', message: 'Stop it first.' } }, { status: 409 }),
    'Stop it first.',
  ],
])('one refusal has the same words everywhere: %s', async (_, answer, words) => {
  vi.stubGlobal('location', new URL('http://127.0.0.1/'));
  vi.stubGlobal('fetch', async () => answer.clone());
  expect(new Set(await problems())).toEqual(new Set([words]));
});

test('a server that is away has the same words everywhere, and not those of the browser', async () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1/'));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(new Set(await problems())).toEqual(new Set(['The server does not answer.']));
});

test('[issue 13] it is in the language of the page, also where no server said it', async () => {
  const told = (said: string): string => german.told?.[said] ?? german.told?.[said.replace('502', '{status}')] ?? said;
  sayRefusals((refused) => refusalIn(told, refused), told);
  onTestFinished(() => {
    const asItIs = async (refused: Response): Promise<Response> => refused;
    sayRefusals(asItIs, (said) => said);
  });
  vi.stubGlobal('location', new URL('http://127.0.0.1/'));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(new Set(await problems())).toEqual(new Set(['Der Server antwortet nicht.']));
  vi.stubGlobal('fetch', async () => new Response('<html>Bad Gateway</html>', { status: 502 }));
  expect(new Set(await problems())).toEqual(new Set(['Der Server hat mit {status} geantwortet.']));
});
