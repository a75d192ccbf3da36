// What a running server loads or reads later than at its start is read before its files may be replaced: by src/preload.ts.

import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { readSources } from '../support/document/sources.ts'

/** What takes modules or files of this release from the disk, wherever it is called. */
const LATE = /(?<!typeof )\bimport\('([^']+)'\)|\b(import\.meta)\.(?:url|dirname|filename|resolve)\b/g

const PRELOADED = 'by src/preload.ts'
const AT_START = 'before the server listens'
const BY_COMMAND = 'by commands alone'
const LOADED: Readonly<Record<string, string>> = {
  'src/flows/bounded-queue.ts: cockatiel': PRELOADED,
  'src/flows/re-encode-image.ts: sharp': PRELOADED,
  'src/flows/staff/create-staff.ts: @zxcvbn-ts/language-common': PRELOADED,
  'src/flows/staff/passkeys.ts: @simplewebauthn/server': PRELOADED,
  'src/http/app.ts: ./public/hooks.ts': AT_START,
  'src/http/app.ts: ./public/payment-hooks.ts': AT_START,
  'src/http/docs/guides.ts: import.meta': PRELOADED,
  'src/http/docs/guides.ts: marked': PRELOADED,
  'src/http/document/reference.ts: @scalar/fastify-api-reference': PRELOADED,
  'src/http/public/console.ts: import.meta': PRELOADED,
  'src/http/validation.ts: import.meta': PRELOADED,
  'src/labels/label.ts: ./label-pdf.ts': PRELOADED,
  'src/labels/label.ts: ./rasterise.ts': PRELOADED,
  'src/labels/manifest.ts: ./manifest-pdf.ts': PRELOADED,
  'src/labels/papers/paper.ts: ./paper-pdf.ts': PRELOADED,
  'src/labels/parcel-label.ts: ./parcel-label-pdf.ts': PRELOADED,
  'src/labels/parcel-label.ts: ./rasterise.ts': PRELOADED,
  'src/labels/qr-svg.ts: bwip-js': PRELOADED,
  'src/labels/rasterise.ts: import.meta': 'with the first label, which src/preload.ts draws',
  'src/labels/typefaces.ts: import.meta': 'with the first label, which src/preload.ts draws',
  'src/server.ts: ./carriers/easypost/easypost.ts': AT_START,
  'src/server.ts: ./payments/paystack/paystack.ts': AT_START,
  'src/server.ts: ./watch/metrics-server.ts': AT_START,
  'src/server.ts: ./watch/metrics.ts': AT_START,
  'src/server.ts: ./watch/traces.ts': AT_START,
  'src/store/backup/backup-encryption.ts: age-encryption': BY_COMMAND,
  'src/store/doctor.ts: pg': BY_COMMAND,
  'src/store/engine/migrate.ts: import.meta': AT_START,
  'src/store/open.ts: ./engine/postgres/postgres.ts': AT_START,
  'src/store/open.ts: ./engine/sqlite/file.ts': AT_START,
  'src/store/open.ts: ./engine/sqlite/sqlite.ts': AT_START,
  'src/version.ts: import.meta': AT_START,
  'src/watch/worker-metrics.ts: prom-client': 'by the parent of the workers, before they start',
  'src/webhooks/sender.ts: ./send.ts': PRELOADED,
}

describe('a module or file that is loaded late', () => {
  const sources = readSources('src/**/*.ts')

  it('is known here, with who loads it before an update replaces it', () => {
    const late = sources
      .filter(({ file }) => !/^src\/(main\.ts|commands\/)/.test(file))
      .flatMap(({ file, text }) => [...text.matchAll(LATE)].map(([, module, own]) => `${file}: ${module ?? own}`))
    assert.deepEqual([...new Set(late)].sort(), Object.keys(LOADED).sort())
  })

  it('is loaded by src/preload.ts where it says so', () => {
    const preload = sources.find(({ file }) => file === 'src/preload.ts')!
    const imported = [...preload.text.matchAll(/ from '(\.[^']+)'/g)].map(([, path]) => join(dirname(preload.file), path!))
    assert.deepEqual(
      Object.keys(LOADED).filter((late) => LOADED[late] === PRELOADED && !imported.includes(late.split(': ')[0]!)),
      [],
    )
  })
})
