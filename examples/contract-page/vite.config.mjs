import { backEnd } from './back-end.mjs';

const mount = ({ middlewares }) => void middlewares.use('/back-end', backEnd);
export default { plugins: [{ name: 'back-end', configureServer: mount, configurePreviewServer: mount }] };
