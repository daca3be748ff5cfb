/** `npm run build`: every public package into `dist/packages`. `npm run pack` writes their tarballs into `dist/tarballs` too. */
import { join, relative } from 'node:path';
import { formatSize } from '@toolthread/core/text';
import { buildPackages } from './package/build-packages.ts';
import { packPackages } from './package/pack-packages.ts';

const root = join(import.meta.dirname, '..');
const built = await buildPackages(root, join(root, 'dist/packages'));
if (process.argv.includes('--pack')) {
  for (const { path, bytes, unpackedBytes, files } of await packPackages(built, join(root, 'dist/tarballs')))
    console.log(`${relative(root, path)}  ${formatSize(bytes)}, ${files.length} files of ${formatSize(unpackedBytes)}`);
} else {
  for (const { name, folder } of built) console.log(`${name}  ${relative(root, folder)}`);
}
