/** A snapshot among the blobs: every file under its own hash, so that what did not change is kept once. */
import { z } from 'zod';
import type { Blobs } from '../blobs.ts';
import type { Snapshot } from './snapshot.ts';

/** Pairs, not an object: a file may be called `__proto__`. */
const treeShape = z.object({ files: z.array(z.tuple([z.string(), z.string()])), left: z.array(z.string()) });

/** Where the blobs have each file, and what was not kept. */
export interface Tree {
  readonly files: ReadonlyMap<string, string>;
  readonly left: ReadonlySet<string>;
}

/** Gives the hash of the list. */
export async function saveTree({ files, left }: Snapshot, blobs: Blobs): Promise<string> {
  const hashes = await blobs.putAll([...files.values()]);
  const named = [...files.keys()].map((name, index) => [name, hashes[index]]);
  return blobs.put(new TextEncoder().encode(JSON.stringify({ files: named, left: [...left] })));
}

/** Undefined where it is no longer kept. */
export async function readTree(hash: string, blobs: Blobs): Promise<Tree | undefined> {
  const bytes = await blobs.get(hash);
  if (bytes === undefined) return undefined;
  const { files, left } = treeShape.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return { files: new Map(files), left: new Set(left) };
}
