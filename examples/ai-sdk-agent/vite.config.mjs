import { answer } from './agent.mjs';

const mount = ({ middlewares }) => void middlewares.use('/api/chat', answer);
export default { plugins: [{ name: 'agent', configureServer: mount, configurePreviewServer: mount }] };
