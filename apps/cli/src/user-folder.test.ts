import { expect, it } from 'vitest';
import { defaultData } from './data-folder.ts';
import { indexPath } from './sessions/session-index.ts';
import { opencodeFolder } from './sessions/session-places.ts';
import { userFolder } from './user-folder.ts';

it.each([undefined, '', 'cache', './cache'])('nothing is written where the person stands: %j', (named) => {
  const env = { HOME: '/home/me', XDG_CACHE_HOME: named, XDG_DATA_HOME: named, XDG_CONFIG_HOME: named };
  expect(userFolder('XDG_CONFIG_HOME', env)).toBe('/home/me/.config');
  expect(indexPath('/home/me', env)).toBe('/home/me/.cache/toolthread/sessions.json');
  expect(defaultData(env)).toBe('/home/me/.local/share/toolthread');
  expect(opencodeFolder('/home/me', env)).toBe('/home/me/.local/share/opencode');
});

it('a whole path is taken as it is', () => {
  expect(userFolder('XDG_CACHE_HOME', { HOME: '/home/me', XDG_CACHE_HOME: '/fast' })).toBe('/fast');
});
