// Project-wide rules for code: allowed imports, where SQL, time and settings may be used, and the form of files.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, it } from 'node:test'

type SourceFile = { file: string; text: string; code: string }

const ROOT = resolve(import.meta.dirname, '../..')
const LINES_MAX = 300
const FILES_MAX = 20
const NOT_OURS = ['node_modules', '.git', 'data', 'dist']

const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT, exclude: (name) => NOT_OURS.includes(name) }).sort()

const withoutComments = (text: string): string => text.replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '')

const readAll = (files: readonly string[]): SourceFile[] =>
  files.map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return { file, text, code: withoutComments(text) }
  })

const GENERATED = ['client/src/generated.ts']
const written = readAll([
  ...find('{src,tools,test,bench,console,portal,web,client}/**/*.{ts,tsx}').filter((file) => !GENERATED.includes(file)),
  ...find('bin/*.js'),
])
const sources = written.filter(({ file }) => /^(src|tools)\//.test(file) && !/\.(test|d)\.ts$/.test(file))

const offenders = (files: readonly SourceFile[], pattern: RegExp, allowed: readonly string[] = []): string[] =>
  files.filter(({ file, code }) => pattern.test(code) && !allowed.includes(file)).map(({ file }) => file)

const ADAPTERS = ['carriers', 'payments', 'messages', 'labels', 'webhooks']
/** Levels from the top: a folder imports from itself and from lower levels. Folders of one level do not import each other. */
const FLOORS = [['main'], ['tools'], ['commands'], ['server'], ['http'], ['flows'], ['store', ...ADAPTERS], ['platform'], ['domain']]
/** Files directly in `src` that belong to the level `server`. */
const CONFIG_FILES = ['config.ts', 'settings.ts', 'database-config.ts', 'messages-config.ts', 'providers-config.ts']
const SERVER_FILES = ['server.ts', 'workers.ts', ...CONFIG_FILES, 'message-channels.ts', 'log.ts', 'system.ts', 'version.ts']

const roomOf = (file: string): string => {
  const [top, room = ''] = file.split('/')
  if (top === 'tools') return top
  return SERVER_FILES.includes(room) ? 'server' : room.replace(/\.ts$/, '')
}
const floorOf = (file: string): number => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)))
const isIn =
  (...rooms: string[]) =>
  (source: SourceFile): boolean =>
    rooms.includes(roomOf(source.file))

const IMPORT = /^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const importsOf = ({ code }: SourceFile): string[] =>
  [...code.matchAll(IMPORT)].map(([, from, bare, onDemand]) => (from ?? bare ?? onDemand)!)
const isOurs = (imported: string): boolean => imported.startsWith('.')

/** Packages without I/O, clock or randomness. `node:module` is here because it loads one of these packages on first use. */
const PURE_PACKAGES = ['decimal.js', 'i18n-iso-countries', 'libphonenumber-js', 'node:module', 'otpauth', 'typeid-js']

describe('imports', () => {
  it('finds the source files, and every one of them has its level', () => {
    assert.ok(sources.length > 50)
    assert.deepEqual(
      sources.map(({ file }) => file).filter((file) => floorOf(file) === -1),
      [],
    )
  })

  it('point down only: main, tools, commands, server, http, flows, then store and adapters, then platform, then domain', () => {
    const upward = sources.flatMap((source) =>
      importsOf(source)
        .filter(isOurs)
        .map((imported) => join(dirname(source.file), imported))
        .filter(
          (imported) =>
            /^(src|tools)\//.test(imported) && roomOf(imported) !== roomOf(source.file) && floorOf(imported) <= floorOf(source.file),
        )
        .map((imported) => `${source.file} imports ${imported}`),
    )
    assert.deepEqual(upward, [])
  })

  it('have no cycles', () => {
    const files = new Map(written.map((source) => [source.file, source]))
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      const source = files.get(file)
      if (!source || done.has(file)) return
      for (const imported of importsOf(source).filter(isOurs)) follow(join(dirname(file), imported), [...path, file])
      done.add(file)
    }
    for (const file of files.keys()) follow(file, [])
    assert.deepEqual(circles, [])
  })

  it('in the platform are itself and the values of the domain: it knows no noun', () => {
    const nouns = sources.filter(isIn('platform')).flatMap((source) =>
      importsOf(source)
        .filter(isOurs)
        .map((imported) => join(dirname(source.file), imported))
        .filter((imported) => !/^src\/(platform|domain\/values)\//.test(imported))
        .map((imported) => `${source.file} imports ${imported}`),
    )
    assert.deepEqual(nouns, [])
  })

  it('in the domain are the domain itself and pure packages', () => {
    const impure = sources.filter(isIn('domain')).flatMap((source) =>
      importsOf(source)
        .filter((imported) => !isOurs(imported) && !PURE_PACKAGES.some((name) => imported === name || imported.startsWith(`${name}/`)))
        .map((imported) => `${source.file} imports ${imported}`),
    )
    assert.deepEqual(impure, [])
  })
})

describe('imports of pages', () => {
  /** Paths from which each part of the pages may import. */
  const MAY_IMPORT: Readonly<Record<string, RegExp>> = {
    console: /^(console|web|src)\//,
    portal: /^(portal|web|src)\/|^client\/src\/generated\.ts$/,
    web: /^(web|src\/domain\/values)\//,
  }

  it('are their own files and those in web, so that neither the console nor the portal makes the other heavier', () => {
    for (const [part, allowed] of Object.entries(MAY_IMPORT)) {
      const files = written.filter(({ file }) => file.startsWith(`${part}/`))
      assert.ok(files.length > 0, part)
      const foreign = files.flatMap((source) =>
        importsOf(source)
          .filter(isOurs)
          .map((imported) => join(dirname(source.file), imported))
          .filter((imported) => !allowed.test(imported))
          .map((imported) => `${source.file} imports ${imported}`),
      )
      assert.deepEqual(foreign, [])
    }
  })
})

describe('the image that is shipped', () => {
  it('has every package that src imports: none of them is a development dependency', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { devDependencies: object }
    const forDevelopment = Object.keys(devDependencies)
    const missing = sources.flatMap((source) =>
      [...source.code.matchAll(IMPORT)]
        // Leaves out type imports, which are removed before anything is loaded.
        .filter(([statement]) => !/^(import|export) type\b/.test(statement))
        .map(([, from, bare, onDemand]) => (from ?? bare ?? onDemand)!)
        .filter((imported) => forDevelopment.some((name) => imported === name || imported.startsWith(`${name}/`)))
        .map((imported) => `${source.file} imports ${imported}`),
    )
    assert.deepEqual(missing, [])
  })
})

describe('restricted sources', () => {
  it('SQL is written in the store and the engine only', () => {
    const statement =
      /['"`]\s*(select\s[\s\S]*?\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|(create|alter|drop)\s+(table|index))\s/i
    assert.deepEqual(
      offenders(
        sources.filter((source) => !isIn('store', 'platform')(source)),
        statement,
      ),
      [],
    )
  })

  it('routes open no transaction, and presenters read nothing', () => {
    const named = (pattern: RegExp) => sources.filter(({ file }) => pattern.test(file))
    const routes = named(/\/[\w-]*routes\.ts$/)
    const presenters = named(/\/http\/.*present[\w-]*\.ts$/)
    assert.ok(routes.length > 30 && presenters.length > 15)
    assert.deepEqual(offenders(routes, /\.(transaction|exclusively)\(/), [])
    assert.deepEqual(offenders(presenters, /\b(async|await|deps)\b/), [])
  })

  it('settings come from config.ts only', () => {
    assert.deepEqual(offenders(sources, /\bprocess\.env\b/, ['src/config.ts']), [])
  })

  it('nothing below the server reads the system’s time or randomness', () => {
    const below = sources.filter(isIn('http', 'flows', 'store', ...ADAPTERS, 'platform', 'domain'))
    const system = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\brandom(Bytes|UUID|Int|FillSync)\b|\bgetRandomValues\b/
    const allowed = [
      // These two files use randomness for delays before a retry, not for data.
      'src/platform/engine/sqlite/writer.ts',
      'src/platform/engine/transaction.ts',
      // This file creates keys, which must be random.
      'src/platform/engine/secret-key.ts',
    ]
    assert.deepEqual(offenders(below, system, allowed), [])
  })

  it('the wall clock is read in few places of the server; waits and limits go by performance.now() or deps.monotonic()', () => {
    const serving = sources.filter(isIn('server'))
    assert.deepEqual(offenders(serving, /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/), ['src/log.ts', 'src/server.ts', 'src/system.ts'])
    const limited = /\b(limit[A-Z]\w*|requireGuessesLeft|isSpent|take)\([^;\n]*\b(clock|queueClock)\(\)/
    assert.deepEqual(offenders(sources.filter(isIn('http')), limited), [])
  })
})

describe('files', () => {
  it('open with one comment line that says what they are for', () => {
    const silent = written.filter(({ text }) => !/^\/\/ \S.*\n(?!\/\/)/.test(text)).map(({ file }) => file)
    assert.deepEqual(silent, [])
  })

  it(`lie in folders of ${FILES_MAX} source files at most`, () => {
    const counted = Map.groupBy(
      written.filter(({ file }) => /^(src|tools|console|portal|web)\//.test(file) && !/\.test\.tsx?$/.test(file)),
      ({ file }) => dirname(file),
    )
    assert.deepEqual(
      [...counted].filter(([, files]) => files.length > FILES_MAX).map(([folder, files]) => `${folder}: ${files.length}`),
      [],
    )
  })

  it(`have ${LINES_MAX} lines at most`, () => {
    const data = ['test/conformance/clauses.ts']
    const long = written.filter(({ file, text }) => text.trimEnd().split('\n').length > LINES_MAX && !data.includes(file))
    assert.deepEqual(
      long.map(({ file }) => file),
      [],
    )
  })

  it('are named in kebab-case, after what they are: no utils, helpers, common, manager or base', () => {
    const vague = /(^|[-/])(utils?|helpers?|common|managers?)([-./]|$)|(^|[-/])base[./]/
    const named = written.map(({ file }) => file)
    assert.deepEqual(
      named.filter((file) => vague.test(file) || !/^[a-z0-9-]+(\.test|\.d|\.config)?\.(tsx?|js)$/.test(basename(file))),
      [],
    )
  })
})

describe('ARCHITECTURE.md', () => {
  it('names only files that exist, each by its path or by its name beside another', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const missing = text.split('\n').flatMap((line) => {
      let folder = ''
      return [...line.matchAll(/`([\w./-]+\.ts|bin\/[\w.]+)`/g)].flatMap(([, path = '']) => {
        const candidates = [path, `src/${path}`, `${folder}/${path}`, `src/${dirname(folder.slice(4))}/${path}`]
        const found = candidates.find((candidate) => existsSync(join(ROOT, candidate)))
        if (found) folder = dirname(found)
        return found ? [] : [path]
      })
    })
    assert.deepEqual(missing, [])
  })
})

describe('the files of a clone', () => {
  it('the lock file names no address to download from', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const addressed = Object.entries<{ resolved?: string }>(lock.packages).filter(([, entry]) => entry.resolved !== undefined)
    assert.deepEqual(
      addressed.map(([name]) => name),
      [],
    )
  })

  it('no file names a path of somebody’s machine', () => {
    const texts = [...find('**/*.{ts,tsx,js,json,jsonc,md,sql,css,html,yml,yaml}'), ...find('.ci/*'), ...find('{.npmrc,.gitignore}')]
    const machinePath = /(?<![\w.@])\/(home|Users|root|work|private\/(var|tmp))\/\w/
    const naming = texts.filter((file) => !file.startsWith('test/fixtures/') && machinePath.test(readFileSync(join(ROOT, file), 'utf8')))
    assert.deepEqual(naming, [])
  })
})
