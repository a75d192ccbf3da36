// Calls that only a few files may make, each for a reason: creating files, printing, network requests, unpacking, signals, cacheable answers, browser storage.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Call, Source } from '../support/document/sources.ts'
import { callsOf, filesImporting, readSources, textOf, walk } from '../support/document/sources.ts'

const sources = readSources('{src,tools,bin}/**/*.{ts,js}')
const isServer = ({ file }: Source): boolean => !/^(src\/commands|tools|bin)\//.test(file)

const distinct = (files: readonly string[]): string[] => [...new Set(files)].sort()

/** Returns the files in which `names` matches an expression, for example `console.log`, `process.stdout.write` or `fetch`. */
const filesNaming = (among: readonly Source[], names: RegExp): string[] =>
  among
    .filter((source) => {
      let isFound = false
      walk(source.tree, (node) => {
        if (node.type === 'MemberExpression' || node.callee?.type === 'Identifier')
          isFound ||= names.test(textOf(source, node.callee ?? node))
      })
      return isFound
    })
    .map(({ file }) => file)

describe('files', () => {
  /** Calls that are allowed to create files that other users of the machine can read, each with the reason. */
  const FOR_OTHERS: Readonly<Record<string, string>> = {
    'src/commands/pricing/card-files.ts: writeFile': 'a card that somebody exports to a place of their own',
    'src/platform/backup/backup-target.ts: createWriteStream': 'a device or pipe that is there already',
  }
  const CREATES = /^(mkdir|writeFile|appendFile|copyFile|cp|createWriteStream|open)(Sync)?$/

  it('are created for their owner only: give them the mode OWNER_ONLY', () => {
    const isOpenedToRead = ({ name, node }: Call): boolean => name.startsWith('open') && node.arguments?.[1] === undefined
    const open = sources
      .flatMap((source) => callsOf(source, /^(node:)?fs(\/promises)?$/))
      .filter((call) => CREATES.test(call.name) && !isOpenedToRead(call) && !/\bOWNER_ONLY\b/.test(textOf(call.of, call.node)))
      .map(({ of, name }) => `${of.file}: ${name}`)
    assert.deepEqual(distinct(open), Object.keys(FOR_OTHERS).sort())
  })

  it('for SQLite are created by the store alone, which creates them for their owner first', () => {
    assert.deepEqual(filesImporting(sources, /^node:sqlite$/, /^DatabaseSync$/), [
      'src/platform/engine/sqlite/connection.ts',
      // This file creates its database in a directory that only the owner can read.
      'src/store/audit/audit-archives.ts',
    ])
  })
})

describe('printed text', () => {
  it('goes through src/commands/output.ts, which makes control characters in names visible', () => {
    assert.deepEqual(filesNaming(sources, /^console\.\w+$|^process\.std(out|err)\.write$/), [
      'src/commands/output.ts',
      // The server and the simulators print messages about themselves.
      'src/commands/serve.ts',
      'tools/simulators.ts',
    ])
  })
})

describe('requests to other machines', () => {
  it('are sent by platform/remote/send.ts or webhooks/send.ts, which limit them and check their target', () => {
    const server = sources.filter(isServer)
    const asking = [
      ...filesNaming(server, /^(globalThis\.)?(fetch|WebSocket|EventSource)$/),
      ...filesImporting(server, /^(node:)?https?$/, /^(request|get)$/),
      ...filesImporting(server, /^(node:)?(net|tls|http2|dgram)$/, /^(connect|createConnection|createSocket)$/),
    ]
    assert.deepEqual(distinct(asking), ['src/platform/remote/send.ts', 'src/webhooks/send.ts'])
  })
})

describe('expensive operations', () => {
  it('images are decoded in flows/re-encode-image.ts, with a limit on their pixels, one after the other', () => {
    assert.deepEqual(filesImporting(sources, /^sharp$/, /./), ['src/flows/re-encode-image.ts'])
  })

  it('passwords are hashed in flows/staff/password-hash.ts, in a bounded queue', () => {
    assert.deepEqual(filesImporting(sources, /^(node:)?crypto$/, /^(argon2|scrypt|pbkdf2)(Sync)?$/), ['src/flows/staff/password-hash.ts'])
  })

  it('only the operator’s own backups and archives are unpacked', () => {
    assert.deepEqual(
      filesImporting(sources, /^(node:)?zlib$/, /^(create)?(gunzip|unzip|inflate(raw)?|brotlidecompress|zstddecompress)(sync)?$/i),
      ['src/platform/backup/backup-file.ts', 'src/store/audit/archive-file.ts'],
    )
  })
})

describe('signals', () => {
  it('are caught once, where a server, its workers or a command are stopped', () => {
    const catching = sources.filter(({ text }) => /process\.(on|once|addListener)\(\s*(signal\b|'SIG)/.test(text))
    assert.deepEqual(
      catching.map(({ file }) => file),
      ['bin/waybill.js', 'src/commands/listen.ts', 'src/commands/workers.ts', 'src/server.ts'],
    )
  })
})

describe('answers', () => {
  const http = sources.filter(({ file }) => /^src\/(platform\/)?http\//.test(file))

  it('may be cached by browsers and proxies only if they are the same for everybody', () => {
    assert.deepEqual(
      http.filter(({ text }) => /\bcache-control'[:,](?!\s*'no-store')/i.test(text)).map(({ file }) => file),
      ['src/http/built-pages.ts', 'src/http/operator/logo.ts', 'src/platform/http/static-file.ts'],
    )
  })

  it('that are streamed check the authority again with every batch: request.requireAuthority', () => {
    const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length
    const streaming = http.filter(({ text }) => /\bReadable\.from\(|\bnew (PassThrough|Readable)\(/.test(text))
    assert.ok(streaming.length >= 4)
    assert.deepEqual(
      streaming
        .filter(({ text }) => count(text, /\.requireAuthority\(/g) < count(text, /\bReadable\.from\(|\bnew (?:PassThrough|Readable)\(/g))
        .map(({ file }) => file),
      [],
    )
  })
})

describe('records that not every flow may create', () => {
  const filesCalling = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  it('customers come from create-customer.ts, which refuses an ID that begins with the prefix of another business', () => {
    assert.deepEqual(filesCalling(/\bcustomers\.insert\w*\(/), ['src/flows/customers/create-customer.ts'])
  })

  it('sessions come from sign-in.ts, which refuses an account that was changed meanwhile, and open-session.ts, called with the person locked', () => {
    assert.deepEqual(filesCalling(/\bsessions\.insert\w*\(/), ['src/flows/members/open-session.ts', 'src/flows/staff/sign-in.ts'])
  })
})

describe('a browser', () => {
  /** Files that keep data in the browser after a page is closed, each with the owner of the data or the time when it is deleted. */
  const KEPT: Readonly<Record<string, string>> = {
    'console/src/components/lists/last-list-url.ts': 'which page of a list somebody came from, until they sign out',
    'console/src/offline-store.ts': 'forgotten when somebody signs out; what is here belongs to the person whose id its names have',
    'console/src/language.ts': 'a language by the id of the person who chose it',
    'console/src/queue/entries.ts': 'what was received offline, each with the person who did it, for seven days',
    'console/src/queue/queued-photos.ts': 'photos of the entries of the queue',
    'console/src/queue/queued-scans.ts': 'what was scanned, by person and place, until it expires',
    'console/src/scope.tsx': 'mode and business that were last looked at; nobody’s data',
    'console/src/service-worker.ts': 'the files of the console, no answers of the API',
    'console/src/sign-out.ts': 'that somebody has signed out and the server does not know yet',
  }

  it('stores only what these files store: add whose data it is, and when it is deleted', () => {
    const keeping = readSources('{console/src,portal/src,web}/**/*.{ts,tsx}').filter(({ text }) =>
      /\b(localStorage|sessionStorage|indexedDB|caches\.|cookieStore|document\.cookie)/.test(text),
    )
    assert.deepEqual(
      keeping.map(({ file }) => file),
      Object.keys(KEPT).sort(),
    )
  })
})
