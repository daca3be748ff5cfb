/** `npm run build`: every public package into `dist/packages`. `npm run pack` writes their tarballs into `dist/tarballs` too. */
import { join, relative } from 'node:path';
import { formatSize } from '@toolthread/core/text';
import { buildPackages } from './package/build-packages.ts';
import { packPackages } from './package/pack-packages.ts';
import { scriptOptions } from './script-options.ts';

const USAGE = `npm run build
npm run pack

Every public package as it is published, into dist/packages; packed, into dist/tarballs too.`;
const { pack } = scriptOptions(USAGE, { pack: { type: 'boolean' } });

const root = join(import.meta.dirname, '..');
const built = await buildPackages(root, join(root, 'dist/packages'));
if (pack === true) {
  const tarballs = join(root, 'dist/tarballs');
  for (const { path, bytes, unpackedBytes, files } of await packPackages(built, tarballs))
    console.log(`${relative(root, path)}  ${formatSize(bytes)}, ${files.length} files of ${formatSize(unpackedBytes)}`);
  console.log('They need each other: install all of them together, in the folder of your own program.');
  console.log(`npm install ${join(tarballs, '*.tgz')}`);
} else {
  for (const { name, folder } of built) console.log(`${name}  ${relative(root, folder)}`);
}
