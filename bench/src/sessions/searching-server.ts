import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = join(import.meta.dirname, '../../../apps/cli/src/main.ts');
const TOKEN = 'a-token-of-the-bench-0123456789';

interface Found {
  readonly hits: readonly unknown[];
  readonly read: number;
  readonly total: number;
}

export interface SearchingServer {
  /** The words are together. */
  search(words: string): Promise<Found>;
  close(): Promise<void>;
}

/** The program as it is started, with the sessions of that home. */
export async function searchingServer(home: string, data: string): Promise<SearchingServer> {
  const folders = { XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
  const child = spawn(process.execPath, [CLI, 'serve', '--no-open', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...folders, HOME: home, TOOLTHREAD_TOKEN: TOKEN },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [found] = /http:\/\/[\d.:]+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    async search(words) {
      const query = new URLSearchParams({ words: `"${words}"` });
      const answer = await fetch(`${url}/api/search?${query}`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const found: Found = JSON.parse(await answer.text());
      return found;
    },
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
