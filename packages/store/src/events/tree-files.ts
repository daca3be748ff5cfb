import { fieldsOf } from '@toolthread/core/json';

/** The blobs that a saved tree names, as `workspace.saved` has it: pairs of a file's name and its hash. None if it is no tree. */
export function treeFiles(content: Uint8Array): readonly string[] {
  try {
    const { files } = fieldsOf(JSON.parse(new TextDecoder().decode(content)));
    const hashes = (Array.isArray(files) ? files : []).flatMap((pair: unknown) =>
      Array.isArray(pair) ? [pair[1]] : [],
    );
    return [...new Set(hashes.filter((hash) => typeof hash === 'string'))];
  } catch {
    return [];
  }
}
