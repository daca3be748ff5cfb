import type { Hono } from 'hono';
import { type Http, refuse } from '../../http/http.ts';
import { problem } from '../../http/problem.ts';
import { emptyBody, policyBody, readBody } from '../../http/body/read-body.ts';
import type { SettingsSource } from '../../settings/settings-source.ts';
import { isHere } from '../is-here.ts';

/** How the server is set up, for whoever sits at this computer: the files and programs that it names are of this computer. */
export function settingsRoutes(app: Hono<Http>, source: SettingsSource | undefined): void {
  app.get('/api/settings', async (c) => {
    if (source === undefined || !isHere(c)) return refuse(c, NO_SETTINGS);
    return c.json(await source.read());
  });

  app.put('/api/settings/policy', async (c) => {
    const body = await readBody(c, policyBody);
    if (!body.ok) return refuse(c, body.problem);
    if (source?.changePolicy === undefined || !isHere(c)) return refuse(c, NO_SETTINGS);
    const { rules, version, forget_always } = body.value;
    const changed = await source.changePolicy({
      rules,
      version,
      ...(forget_always === undefined ? {} : { forgetAlways: forget_always }),
    });
    if (changed.ok) return c.json({ policy: changed.policy });
    if (changed.why === 'changed') return refuse(c, problem(409, 'policy_changed', changed.problem));
    return refuse(c, problem(409, 'policy_not_written', changed.problem));
  });

  app.post('/api/settings/mcp/:name/reconnect', async (c) => {
    const body = await readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    if (source?.reconnect === undefined || !isHere(c)) return refuse(c, NO_SETTINGS);
    const server = await source.reconnect(c.req.param('name'));
    return server === undefined ? refuse(c, NO_SUCH_SERVER) : c.json({ server });
  });
}

const NO_SETTINGS = problem(404, 'no_settings', 'This server does not show its settings, or only on its own computer.');
const NO_SUCH_SERVER = problem(404, 'no_such_server', 'There is no MCP server of that name.');
