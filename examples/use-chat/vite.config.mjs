import { serve } from './server.mjs';

/** Any server of Node mounts it so; in production it has a port of its own, or is mounted in yours. */
async function mount({ middlewares }) {
  const served = await serve();
  if (!served.ok) throw new Error(served.message);
  middlewares.use('/agent', served.server.handle);
}
export default { plugins: [{ name: 'agent', configureServer: mount, configurePreviewServer: mount }] };
