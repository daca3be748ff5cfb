/** What a command in the sandbox cannot do. The numbers are those of the incidents and of the catalogue they came from. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { alive, longSleep, sleepers, until } from '../../test/processes.ts';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import type { Used } from '../../test/use-tool.ts';
import { runShellCommand, shellTool } from '../tools/run-shell-command.ts';
import { confine } from './confine.ts';
import { findBubblewrap } from './find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();
const NOTHING_MORE = { mounts: undefined, sockets: [] };
if (!bubblewrap.ok) console.warn(`the sandbox is not tested: ${bubblewrap.why}`);

/** Not below `/tmp`, which is empty inside anyway: what is refused here is refused by the sandbox alone. */
function outsideFolder(): string {
  const folder = join(import.meta.dirname, `../../../../node_modules/.cache/outside-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As the loop runs it when nobody was asked. */
function sh(
  command: string,
  workspace: string,
  more: { readonly approved?: boolean; readonly network?: boolean } = {},
): Promise<Used> {
  const { approved = false, network } = more;
  return useTool(
    runShellCommand,
    { command, timeout_seconds: 20, ...(network === undefined ? {} : { network }) },
    { workspace, approved },
  );
}

/** Until the test ends. */
function setEnvironment(name: string, value: string): void {
  const own = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (own === undefined) delete process.env[name];
    else process.env[name] = own;
  });
}

function home(): string {
  const folder = outsideFolder();
  setEnvironment('HOME', folder);
  return folder;
}

interface Listening {
  /** What to hand to `connect`. */
  readonly to: { readonly port: number } | { readonly path: string };
  readonly reached: () => number;
}

async function listening(
  at: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<Listening> {
  let reached = 0;
  const server = createServer((socket) => {
    reached += 1;
    socket.end('hello\n');
  });
  await new Promise<void>((done) => server.listen(at, done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const to = 'path' in at ? { path: at.path } : { port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
  return { to, reached: () => reached };
}

/** A command that prints what it hears there, and fails where nobody is. */
function connect(to: Listening['to']): string {
  setEnvironment('PATH', `${process.env['PATH']}:${dirname(process.execPath)}`);
  const script = `require('net').connect(${JSON.stringify(to)}).on('data', (heard) => process.stdout.write(heard)).on('error', () => process.exit(1))`;
  return `${process.execPath} -e '${script.replaceAll("'", '"')}'`;
}

describe.skipIf(!bubblewrap.ok)('in the sandbox', () => {
  test('a command runs without being asked for, and writes in the workspace', async () => {
    const workspace = tempFolder();
    const used = await sh('echo hello > made && cat made && pwd', workspace);
    expect(used).toMatchObject({ text: `hello\n${workspace}\n`, structured: { sandboxed: true, exit_code: 0 } });
    expect(readFileSync(join(workspace, 'made'), 'utf8')).toBe('hello\n');
  });

  test('[B.3 18] [B.6 42] nothing outside is written: not directly, not through a link, not by mounting it anew', async () => {
    const workspace = tempFolder();
    const outside = outsideFolder();
    writeFileSync(join(outside, 'file'), 'as it was');
    symlinkSync(outside, join(workspace, 'link'));
    symlinkSync(join(outside, 'file'), join(workspace, 'file-link'));
    for (const command of [
      `echo owned > ${outside}/file`,
      `echo owned > ${outside}/new`,
      'echo owned > link/file',
      'echo owned > file-link',
      `echo owned > /proc/self/root${outside}/file`,
      `rm ${outside}/file`,
      `ln ${outside}/file here && echo owned > here`,
      `mount -o remount,rw,bind / && echo owned > ${outside}/file`,
      `umount ${workspace} && echo owned > ${outside}/file`,
      `unshare -rm sh -c 'mount -o remount,rw,bind / ; echo owned > ${outside}/file'`,
      'touch /etc/toolthread-was-here',
      'touch /usr/toolthread-was-here',
      'f=/proc/sys/kernel/randomize_va_space; now=$(cat $f); echo $now > $f',
      'test -w /proc/sysrq-trigger || test -n "$(find /proc/irq /proc/bus /proc/fs -type f -writable)"',
      'mknod disk b 8 0 && head -c1 disk',
    ]) {
      const used = await sh(command, workspace);
      expect([command, used.error === undefined]).toEqual([command, false]);
    }
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('as it was');
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(existsSync('/etc/toolthread-was-here') || existsSync('/usr/toolthread-was-here')).toBe(false);
  });

  test('[B.6 42] the keys of the home are not read, its files not written, its programs run', async () => {
    const own = home();
    mkdirSync(join(own, '.ssh'));
    mkdirSync(join(own, '.local/bin'), { recursive: true });
    writeFileSync(join(own, '.ssh/id_rsa'), 'canary key');
    writeFileSync(join(own, '.bashrc'), 'mine\n');
    writeFileSync(join(own, '.local/bin/tool'), '#!/bin/sh\necho a tool\n', { mode: 0o755 });
    mkdirSync(join(own, 'programs'));
    writeFileSync(join(own, 'programs/mine'), '#!/bin/sh\necho my own\n', { mode: 0o755 });
    setEnvironment('PATH', `${process.env['PATH']}:${own}:${own}/programs:relative`);
    const workspace = tempFolder();
    const used = await sh('cat ~/.ssh/id_rsa; echo owned >> ~/.bashrc; ls -A ~; ~/.local/bin/tool; mine', workspace);
    // What went wrong comes by a pipe of its own, before it or after.
    expect(used.text).toMatch(/a tool\nmy own\n/);
    expect(used.text).not.toContain('canary');
    expect(readFileSync(join(own, '.bashrc'), 'utf8')).toBe('mine\n');
    expect((await sh('cat /etc/shadow 2>/dev/null | wc -c', workspace)).text.trim()).toBe('0');
  });

  test.each(['/tmp', '/var/tmp'])('[B.6 42] what others keep in %s is not seen', async (place) => {
    const folder = mkdtempSync(join(place, 'tt-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'kept'), 'a secret');
    const { text } = await sh(`cat ${folder}/kept; ls -A ${place}`, tempFolder());
    expect(text).not.toContain('a secret');
    expect(text).toContain(`cat: ${folder}/kept: No such file`);
    expect(text).not.toMatch(new RegExp(`^${basename(folder)}$`, 'm'));
  });

  test('[B.3 19] [B.3 21] [B.6 42] a policy file is neither changed nor created, and what the server keeps is not seen', async () => {
    const workspace = tempFolder();
    const data = outsideFolder();
    writeFileSync(join(data, 'policy.json'), 'canary');
    await sh(`echo owned > ${data}/policy.json; echo owned > ${data}/absent.json`, workspace);
    expect(readFileSync(join(data, 'policy.json'), 'utf8')).toBe('canary');
    expect(existsSync(join(data, 'absent.json'))).toBe(false);
    const hiding = shellTool({ hides: [data] });
    const used = await useTool(
      hiding,
      { command: `ls -A ${data}; cat ${data}/policy.json` },
      { workspace, approved: false },
    );
    expect(used.text).not.toContain('canary');
    expect(used.text).toContain('No such file');
  });

  test('[B.6 42] no network: not the machine itself, not a socket of a daemon, not a name', async () => {
    const workspace = tempFolder();
    const server = await listening({ host: '127.0.0.1', port: 0 });
    const abstract = await listening({ path: `\0toolthread-${process.pid}-${Date.now()}` });
    expect((await sh(connect(server.to), workspace)).error).toBeDefined();
    expect((await sh(connect(abstract.to), workspace)).error).toBeDefined();
    expect((await sh('getent hosts example.org', workspace)).error).toBeDefined();
    expect([server.reached(), abstract.reached()]).toEqual([0, 0]);
    const asked = await sh(connect(server.to), workspace, { network: true, approved: true });
    expect([asked.text, server.reached()]).toEqual(['hello\n', 1]);
  });

  test('[B.6 42] the sockets of daemons are not there, with the network or without', async () => {
    const workspace = tempFolder();
    // Like /run/docker.sock where the tests may write there, and else only like those in /tmp.
    const folders = process.getuid?.() === 0 ? ['/run', tempFolder()] : [tempFolder()];
    for (const folder of folders) {
      const daemon = await listening({ path: join(folder, `toolthread-${process.pid}.sock`) });
      for (const network of [false, true]) {
        expect((await sh(connect(daemon.to), workspace, { network, approved: true })).error).toBeDefined();
      }
      expect([folder, daemon.reached()]).toEqual([folder, 0]);
    }
  });

  test('[A2 10] the sockets of daemons that lie elsewhere are not reached, and the others still are', async () => {
    const [workspace, outside] = [tempFolder(), outsideFolder()];
    const short = join('/tmp', `tt-${process.pid}-${Date.now()}`);
    symlinkSync(outside, short);
    onTestFinished(() => rmSync(short, { force: true }));
    const paths = [join(short, 'a.sock'), join(short, 'with blank'), join(workspace, 'in-the-workspace')];
    for (const path of paths) {
      const daemon = await listening({ path });
      // A path to a socket has at most 107 bytes: from its own folder it is short.
      const command = `cd '${dirname(path.replace(short, outside))}' && ${connect({ path: `./${basename(path)}` })}`;
      expect([path, (await sh(command, workspace)).error === undefined, daemon.reached()]).toEqual([path, false, 0]);
      const asked = await sh(command, workspace, { network: true, approved: true });
      const isOwn = path.startsWith(workspace);
      expect([path, asked.text === 'hello\n', daemon.reached()]).toEqual([path, isOwn, isOwn ? 1 : 0]);
    }
    // One of its own is as it always was.
    const own = `const net = require("net"); const server = net.createServer((s) => s.end("own")).listen("own.sock", () => net.connect("own.sock").on("data", (d) => { process.stdout.write(d); server.close(); }))`;
    expect((await sh(`${process.execPath} -e '${own}'`, workspace)).text).toBe('own');
  });

  test('[A2 10] a program with a socket that is gone, or was never by a path, stops no command', async () => {
    const workspace = tempFolder();
    const gone = join(workspace, 'gone.sock');
    await listening({ path: gone });
    await listening({ path: `\0tt-abstract-${process.pid}-${Date.now()}` });
    rmSync(gone);
    expect((await sh('echo ran', workspace)).text).toBe('ran\n');
    writeFileSync(gone, 'a file now');
    expect((await sh('cat gone.sock', workspace)).text).toBe('a file now');
  });

  test('[A2 15] what is not for everybody in /etc is not read, whoever runs the server', async () => {
    const workspace = tempFolder();
    if (process.getuid?.() === 0) {
      const made = join('/etc', `toolthread-test-${process.pid}`);
      mkdirSync(made);
      onTestFinished(() => rmSync(made, { recursive: true, force: true }));
      mkdirSync(join(made, 'closed'), { mode: 0o750 });
      mkdirSync(join(made, 'to-enter'), { mode: 0o711 });
      for (const name of ['shadow-', 'closed/key', 'to-enter/key', 'for-a-group'])
        writeFileSync(join(made, name), 'canary', { mode: name === 'for-a-group' ? 0o640 : 0o600 });
      writeFileSync(join(made, 'open'), 'for all', { mode: 0o644 });
      execFileSync('sh', ['-c', 'mkfifo -m 644 "$1"', 'sh', join(made, 'pipe')]);
      // In a process of its own: what is found is kept for a minute.
      const command = `cat ${made}/* ${made}/*/* ${made}/to-enter/key; test -p ${made}/pipe && echo canary`;
      const program = process.env['TEST_COMMANDS'] ?? join(import.meta.dirname, '../../test/run-commands-main.ts');
      const printed = execFileSync(process.execPath, [program, workspace, JSON.stringify([command])], {
        encoding: 'utf8',
      });
      expect(printed).toContain('for all');
      expect(printed).not.toContain('canary');
      rmSync(made, { recursive: true });
    }
    const files = '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers';
    const used = await sh(
      `cat ${files} 2>/dev/null; find /etc -type f ! -perm -004 -size +0 -readable 2>/dev/null; true`,
      workspace,
    );
    expect(used.text).toBe('(no output)');
    expect((await sh('cat /etc/passwd', workspace)).text).toContain('root:');
  });

  test('[B.6 42] other processes are neither seen nor reached', async () => {
    const used = await sh(
      `kill -0 ${process.pid} 2>/dev/null && echo reached; ls -d /proc/[0-9]* | wc -l; cat /proc/${process.ppid}/environ`,
      tempFolder(),
    );
    expect(used.text).not.toContain('reached');
    expect(Number(used.text.split('\n')[0])).toBeLessThan(10);
  });

  test('[B.6 43] a daemon in a session of its own ends with its command', async () => {
    const mark = longSleep();
    const command = `setsid sh -c 'trap "" TERM HUP; sleep ${mark}' >/dev/null 2>&1 & (setsid sleep ${mark} &) ; sleep 0.1; echo left`;
    expect((await sh(command, tempFolder())).text).toBe('left\n');
    await until(() => alive(mark).length === 0);
  });

  test('[B.6 43] when the server is killed, what ran in the sandbox is gone', async () => {
    const mark = longSleep();
    const workspace = tempFolder();
    const confined = await confine({ workspace, cwd: workspace, network: false, hides: [] });
    const argv = confined.ok
      ? confined.argv(['/bin/sh', '-c', `setsid sleep ${mark} & sleep ${mark}`], NOTHING_MORE)
      : [];
    const script = `require('child_process').spawn(process.argv[1], process.argv.slice(2), { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }); setInterval(() => {}, 1000)`;
    const server = spawn(process.execPath, ['-e', script, ...argv], { stdio: 'ignore' });
    await until(() => sleepers(mark) > 0);
    server.kill('SIGKILL');
    await until(() => alive(mark).length === 0);
  });

  test('[B.3 18] a hard link out of the workspace cannot be made', async () => {
    const workspace = tempFolder();
    expect((await sh('ln /etc/passwd stolen', workspace)).error).toBeDefined();
  });

  test('[B.6 42] a workspace that contains the home or what the server keeps is not made writable', async () => {
    const own = home();
    const confining = { cwd: own, network: false, hides: [] };
    expect(await confine({ workspace: own, ...confining })).toMatchObject({ ok: false });
    expect(await confine({ workspace: '/', ...confining })).toMatchObject({ ok: false });
    const workspace = tempFolder();
    const hides = [join(workspace, 'data/ledger')];
    expect(await confine({ workspace, cwd: workspace, network: false, hides })).toMatchObject({ ok: false });
  });

  test('[B.6 43] a fork bomb is held to a number of processes, and ends with its command', async () => {
    home();
    setEnvironment('PATH', '/usr/bin:/bin');
    const workspace = tempFolder();
    execFileSync('chmod', ['777', workspace]);
    const confined = await confine({ workspace, cwd: workspace, network: false, hides: [] });
    const mark = longSleep();
    // Root is not held to the limit: it is tried as somebody else where the tests run as root.
    const fork = `i=0; while [ $i -lt 3000 ]; do sleep ${mark} & i=$((i+1)); done; echo all`;
    const argv = confined.ok ? [...confined.argv(['/bin/sh', '-c', fork], NOTHING_MORE)] : [];
    const [file = '', ...args] = argv;
    const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const bomb = spawn(file, args, { ...ids, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    let printed = '';
    bomb.stdout?.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
    bomb.stderr?.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
    await new Promise((done) => bomb.on('exit', done));
    expect(printed).toMatch(/[Cc]annot fork/);
    expect(printed).not.toContain('all');
    await until(() => alive(mark).length === 0);
  });
});

test('[B.6 42] without a sandbox nothing runs that was not approved: the tool itself refuses', async () => {
  const workspace = tempFolder();
  const open = shellTool({ sandbox: 'off' });
  const used = await useTool(open, { command: 'touch made' }, { workspace, approved: false });
  expect(used.error?.code).toBe('not_approved');
  expect(existsSync(join(workspace, 'made'))).toBe(false);
  const network = await useTool(
    runShellCommand,
    { command: 'touch made', network: true },
    { workspace, approved: false },
  );
  expect(network.error?.code).toBe('not_approved');
  expect(existsSync(join(workspace, 'made'))).toBe(false);
});

test('[B.6 43] without a sandbox, too, a daemon in a session of its own ends with its command', async () => {
  const mark = longSleep();
  const command = `setsid sleep ${mark} >/dev/null 2>&1 & (setsid setsid sleep ${mark} &) ; sleep 0.1; echo left`;
  const used = await useTool(shellTool({ sandbox: 'off' }), { command }, { workspace: tempFolder() });
  expect(used.text).toBe('left\n');
  await until(() => alive(mark).length === 0);
});
