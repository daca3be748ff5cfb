import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { problem } from '../http/problem.ts';
import type { SettingsSource } from '../settings/settings-source.ts';
import { isHere } from './is-here.ts';

/** How the server is set up, for whoever sits at this computer: the files and programs that it names are of this computer. */
export function settingsRoutes(app: Hono<Http>, source: SettingsSource | undefined): void {
  app.get('/api/settings', async (c) => {
    if (source === undefined || !isHere(c)) return refuse(c, NO_SETTINGS);
    return c.json(await source.read());
  });
}

const NO_SETTINGS = problem(
  404,
  'no_settings',
  'This server tells its settings to nobody, or only on the computer itself.',
);
