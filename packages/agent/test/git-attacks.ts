/** Ways in which a command in a sandbox can leave something behind that git runs outside of it later. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Start =
  | 'no repository'
  | 'a repository'
  | 'a nested one'
  | 'a worktree'
  | 'a submodule'
  | 'a bare one'
  | 'an include'
  | 'a name that is not UTF-8';

export interface Attack {
  readonly name: string;
  readonly from: Start;
  /** Run by a shell; `arm FILE` makes a configuration of it that runs the canary, `$evil` is the program. */
  readonly command: string;
}

const ATTACKS: { readonly [start in Start]: { readonly [name: string]: string } } = {
  'no repository': {
    'git init': 'git init -q . && arm .git/config',
    'git init, with a hook': 'git init -q . && hook .git/hooks',
    'git init below': 'mkdir -p a/b && cd a/b && git init -q . && arm .git/config',
    'git init in node_modules': 'mkdir -p node_modules/x && cd node_modules/x && git init -q . && arm .git/config',
    'a folder that cannot be listed': 'mkdir a && cd a && git init -q . && arm .git/config && cd .. && chmod 111 a',
    'a folder with a strange name':
      'd=$(printf \'a\\nb\') && mkdir "$d" && cd "$d" && git init -q . && arm .git/config',
    'a folder with a name that is not UTF-8':
      'd=$(printf \'\\377x\') && mkdir "$d" && cd "$d" && git init -q . && arm .git/config',
    'a hook in a folder with a name that is not UTF-8':
      'd=$(printf \'\\303(\') && mkdir -p "a/$d/b" && cd "a/$d/b" && git init -q . && hook .git/hooks',
    'a .git file in a folder with a name that is not UTF-8':
      'd=$(printf \'\\200\') && mkdir -p "$d" && bare e && echo "gitdir: ../e" > "$d/.git"',
    'a .git file': 'bare e && echo "gitdir: e" > .git',
    'a .git file, to a folder outside of sight':
      'git init -q a && mv a/.git a/x && arm a/x/config && echo "gitdir: ../a/x" > a/.git',
    'a .git link': 'git init -q --bare e && arm e/config && git config -f e/config core.bare false && ln -s e .git',
    'a bare repository':
      'git init -q --bare b && git config -f b/config core.bare false && git config -f b/config core.worktree .. && arm b/config',
    'a bare repository, with a link as its HEAD':
      'git init -q --bare b && cd b && rm HEAD && ln -s refs/heads/main HEAD && git config -f config core.bare false && git config -f config core.worktree .. && arm config',
    'the workspace itself as a bare one':
      'git init -q --bare x && mv x/* . && git config -f config core.bare false && git config -f config core.worktree .. && arm config',
    'a folder with commondir only':
      'bare e && mkdir w a && mv e/HEAD w/HEAD && echo ../e > w/commondir && echo "gitdir: ../w" > a/.git',
    'a configuration that includes another':
      'git init -q . && arm more && printf "[include]\\n\\tpath = ../more\\n" >> .git/config',
    'a configuration in one line': 'git init -q . && printf "[core]fsmonitor=%s\\n" "$evil" >> .git/config',
    'a configuration with a broken line':
      'git init -q . && printf "[core]\\n\\tFSMONITOR = \\\\\\n%s\\n" "$evil" >> .git/config',
    'a filter':
      'git init -q . && echo "* filter=x" > .gitattributes && printf "[filter \\"x\\"]\\n\\tclean = %s\\n" "$evil" >> .git/config && touch new',
    'a hook by another name of its folder':
      'git init -q . && rm -rf .git/hooks && mkdir h && ln -s ../h .git/hooks && hook h',
    'a worktree configuration':
      'git init -q . && git config extensions.worktreeConfig true && arm .git/config.worktree',
    'a clone':
      'git init -q o && git -C o commit -qm x --allow-empty && git clone -q o c && arm c/.git/config && hook c/.git/hooks',
    'a worktree of a new repository':
      'git init -q o && git -C o commit -qm x --allow-empty && git -C o worktree add -q ../w && arm o/.git/config',
    'a submodule of a new repository':
      'git init -q s && git -C s commit -qm x --allow-empty && git init -q . && git -c protocol.file.allow=always submodule -q add ./s m && arm .git/modules/m/config',
    'a repository that is moved into place': 'git init -q a && arm a/.git/config && mkdir b && mv a/.git b/.git',
    'after the command':
      '(setsid sh -c "sleep 0.3; git init -q .; printf \'[core]\\n\\tfsmonitor = $evil\\n\' >> .git/config" >/dev/null 2>&1 &) ; true',
    'many folders before it':
      'i=0; while [ $i -lt 300 ]; do mkdir -p objects/$i; i=$((i+1)); done; mkdir z; cd z && git init -q . && arm .git/config',
    'at the end of the longest path':
      'git init -q x && arm x/.git/config && top=$PWD && n=$(printf "%0200d" 0) && while [ ${#PWD} -lt 3850 ]; do mkdir $n && cd $n; done && n=$(printf "%0$((4077-${#PWD}))d" 0) && mkdir $n && mv "$top/x/.git" $n/ && cd $n',
  },
  'a repository': {
    'its configuration': 'arm .git/config',
    'its configuration, by git': 'git config core.fsmonitor "$evil"',
    'its configuration, replaced': 'cp .git/config c && arm c && mv -f c .git/config',
    'its configuration, by another name': 'ln .git/config c && arm c',
    'its configuration, by a link': 'ln -s .git/config c && arm c',
    'a hook': 'hook .git/hooks',
    'a folder for hooks': 'rm -rf .git/hooks; mkdir .git/hooks; hook .git/hooks',
    'a path for hooks': 'mkdir h && hook h && git config core.hooksPath h',
    commondir: 'cp -r .git e && arm e/config && echo ../e > .git/commondir',
    'a worktree configuration': 'git config extensions.worktreeConfig true; arm .git/config.worktree',
    'moved aside': 'mv .git old; cp -r old .git; arm .git/config',
    removed: 'rm -rf .git; git init -q .; arm .git/config',
    'mounted over': 'umount .git; mount -o remount,rw .git; mount -o remount,rw,bind .git; arm .git/config',
    'mounted over, in a namespace of its own':
      'unshare -Urm sh -c "umount .git; mount -o remount,rw,bind .git; printf \\"[core]\\\\nfsmonitor=$evil\\\\n\\" >> .git/config"',
    'moved aside below its mount':
      'perl -e "$below" 2>/dev/null || { mv .git gone && cp -r gone .git && arm .git/config; }',
    'a new worktree': 'git worktree add -q w; bare e; mkdir -p w; echo "gitdir: ../e" > w/.git',
    'a copy of it': 'mkdir c && cp -r .git c/.git && arm c/.git/config',
    'a submodule': 'bare .git/modules/m; mkdir -p m && echo "gitdir: ../.git/modules/m" > m/.git',
  },
  'a nested one': {
    'its configuration': 'arm sub/.git/config',
    'a hook': 'hook sub/.git/hooks',
    'moved with its folder': 'mv sub old; cp -r old sub; arm sub/.git/config',
    'moved with the folder above': 'mv deep other; cp -r other deep; arm deep/er/.git/config',
    replaced: 'rm -rf sub/.git; git init -q sub; arm sub/.git/config',
    'replaced by a link': 'rm -rf sub; git init -q e; arm e/.git/config; ln -s e sub',
  },
  'a worktree': {
    'its .git file': 'bare e; echo "gitdir: e" > .git',
    'its .git file, replaced': 'bare e; rm -f .git; echo "gitdir: e" > .git',
    'its .git file, as a folder': 'rm -f .git; git init -q .; arm .git/config',
    'the repository it belongs to':
      'arm "$(git rev-parse --git-common-dir)/config"; hook "$(git rev-parse --git-common-dir)/hooks"',
    'its configuration': 'git config extensions.worktreeConfig true; arm "$(git rev-parse --git-dir)/config.worktree"',
    'its common folder':
      'cp -r "$(git rev-parse --git-common-dir)" e; arm e/config; echo "$PWD/e" > "$(git rev-parse --git-dir)/commondir"',
  },
  'a submodule': {
    'its configuration': 'arm .git/modules/m/config',
    'a hook': 'hook .git/modules/m/hooks',
    'its .git file': 'bare e; echo "gitdir: ../e" > m/.git',
    'its .git file, as a folder': 'rm -rf m/.git; git init -q m; arm m/.git/config',
    'moved with its folder':
      'mkdir -p a/.git/modules && cp -r .git/modules/m a/.git/modules/m && arm a/.git/modules/m/config && mv m a/m',
  },
  'a bare one': {
    'its configuration':
      'git config -f b.git/config core.bare false; git config -f b.git/config core.worktree ..; arm b.git/config',
    replaced:
      'mv b.git old; cp -r old b.git; git config -f b.git/config core.bare false; git config -f b.git/config core.worktree ..; arm b.git/config',
  },
  'an include': {
    'the file that is included': 'arm shared.config',
    'the file that is included, replaced': 'cp shared.config s; arm s; rm -f shared.config; mv s shared.config',
    'a file that would be included': 'arm absent.config',
    'the folder of hooks in the workspace': 'hook githooks; mv githooks old; mkdir githooks; hook githooks',
  },
  'a name that is not UTF-8': {
    'its configuration': 'for d in *x; do arm "$d/deep/.git/config"; done',
    'a hook': 'for d in *x; do hook "$d/deep/.git/hooks"; done',
    'moved with the folder above': 'for d in *x; do mv "$d" old; cp -r old "$d"; arm "$d/deep/.git/config"; done',
    replaced: 'for d in *x; do rm -rf "$d/deep/.git"; git init -q "$d/deep"; arm "$d/deep/.git/config"; done',
  },
};

export const attacks: readonly Attack[] = Object.entries(ATTACKS).flatMap(([from, byName]) =>
  Object.entries(byName).map(([name, command]) => ({ name, from: startOf(from), command })),
);

function startOf(name: string): Start {
  const starts: readonly Start[] = [
    'no repository',
    'a repository',
    'a nested one',
    'a worktree',
    'a submodule',
    'a bare one',
    'an include',
    'a name that is not UTF-8',
  ];
  const start = starts.find((one) => one === name);
  if (start === undefined) throw new Error(name);
  return start;
}

/** With who commits, and with nothing of the one who runs the tests. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  return { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', ...who };
}

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-C', folder, ...args], { env: gitEnvironment(), stdio: 'ignore' });
}

let template: string | undefined;

/** Made once, then copied: git is slow to start. */
function newRepository(folder: string): void {
  if (template === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'toolthread-template-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    git(made, 'init', '-q', '-b', 'main', '.');
    writeFileSync(join(made, 'file'), 'one\n');
    git(made, 'add', '.');
    git(made, 'commit', '-qm', 'first');
    for (const name of readdirSync(join(made, '.git/hooks'))) rmSync(join(made, '.git/hooks', name));
    template = made;
  }
  cpSync(template, folder, { recursive: true });
}

/** `prepare('a worktree', folder)`: gives the workspace in it. */
export function prepare(start: Start, folder: string): string {
  const workspace = join(folder, 'workspace');
  switch (start) {
    case 'no repository':
      mkdirSync(workspace);
      return workspace;
    case 'a repository':
      newRepository(workspace);
      return workspace;
    case 'a nested one':
      newRepository(workspace);
      newRepository(join(workspace, 'sub'));
      newRepository(join(workspace, 'deep/er'));
      return workspace;
    case 'a worktree':
      newRepository(join(folder, 'main'));
      git(join(folder, 'main'), 'worktree', 'add', '-q', workspace);
      return workspace;
    case 'a submodule':
      newRepository(join(folder, 'other'));
      newRepository(workspace);
      git(workspace, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(folder, 'other'), 'm');
      git(workspace, 'commit', '-qm', 'with a submodule');
      return workspace;
    case 'a bare one':
      mkdirSync(workspace);
      git(workspace, 'init', '-q', '--bare', 'b.git');
      return workspace;
    case 'an include':
      newRepository(workspace);
      writeFileSync(join(workspace, 'shared.config'), '[alias]\n\tst = status\n');
      mkdirSync(join(workspace, 'githooks'));
      git(workspace, 'config', 'include.path', '../shared.config');
      git(workspace, 'config', '--add', 'include.path', '../absent.config');
      git(workspace, 'config', 'core.hooksPath', 'githooks');
      return workspace;
    case 'a name that is not UTF-8':
      newRepository(join(workspace, 'sub/deep'));
      renameSync(join(workspace, 'sub'), Buffer.concat([Buffer.from(`${workspace}/`), Buffer.of(0xff, 0x78)]));
      return workspace;
    default:
      return start satisfies never;
  }
}

/** In a namespace of its own it takes its root away, and with it every mount: what was below them is reached by a descriptor. */
const BELOW = `
my ($unshare, $mount, $pivot, $umount, $fchdir) = (qx(uname -m) =~ /aarch64/) ? (97, 40, 41, 39, 50) : (272, 165, 155, 166, 81);
opendir(my $here, ".") or die; my $none = 0; my ($dot, $root, $share) = (".", "/", "/usr/share");
syscall($unshare, 0x10020000) == 0 or die "unshare $!";
syscall($mount, $none, $root, $none, 0x44000, $none) == 0 or die "private $!";
syscall($mount, $share, $share, $none, 0x1000, $none) == 0 or die "bind $!";
chdir "/usr/share";
syscall($pivot, $dot, $dot) == 0 or die "pivot $!";
syscall($umount, $dot, 2) == 0 or die "umount $!";
syscall($fchdir, fileno($here)) == 0 or die "fchdir $!";
rename(".git", "gone") or die "rename $!"; mkdir ".git"; mkdir ".git/objects"; mkdir ".git/refs";
for my $name ("HEAD", "index", "config") {
  open(my $in, "<", "gone/$name") or next; open(my $out, ">", ".git/$name"); print $out $_ while <$in>;
  print $out "[core]\\n\\tfsmonitor = $ENV{evil}\\n" if $name eq "config";
}
`;

/** What the command of an attack begins with. The canary is in a place that the sandbox cannot write to: only a program outside can make it. */
export function prelude(canary: string): string {
  return [
    `evil="$PWD/evil"; printf '#!/bin/sh\\ntouch ${canary}\\n' > evil; chmod +x evil`,
    'arm() { printf "[core]\\n\\tfsmonitor = %s\\n[diff]\\n\\texternal = %s\\n" "$evil" "$evil" >> "$1"; }',
    'hook() { mkdir -p "$1"; for h in pre-commit post-commit post-index-change prepare-commit-msg; do cp "$evil" "$1/$h"; done; }',
    'bare() { mkdir -p "$1"; git init -q --bare "$1" && git config -f "$1/config" core.bare false; arm "$1/config"; }',
    `below='${BELOW}'; export evil`,
    'git() { command git -c user.name=a -c user.email=a@b -c init.defaultBranch=main "$@"; }',
    '',
  ].join('\n');
}

/** A person looks around afterwards: in every folder there is, with all that one does there. */
export async function visit(folder: string, home = '/nonexistent'): Promise<void> {
  await new Promise<void>((done) => {
    const env = { ...gitEnvironment(), HOME: home };
    const person = spawn('/bin/bash', ['-c', VISIT], { cwd: folder, env, stdio: 'ignore' });
    person.on('exit', () => done());
  });
}

/**
 * Step by step: a path may be longer than a program can be started in. What git keeps its data in is of no interest. Where git finds
 * nothing of its own it works in the repository above, in which all was done already.
 */
const VISIT = `
visit() {
  git status
  if [ -e .git ] || [ -e HEAD ] || [ -L HEAD ] || [ -e commondir ] || [ "$PWD" = "$top" ]; then
    git diff; git log -1; git add -A; git commit --allow-empty -qm mine
  fi
  for entry in * .*; do
    case "$entry" in .|..|objects|refs|info|logs|hooks|branches) continue;; esac
    [ -d "$entry" ] && [ ! -L "$entry" ] || continue
    chmod u+rwx "$entry"; cd "$entry" || continue
    visit; cd ..
  done
}
top=$PWD; visit
`;
