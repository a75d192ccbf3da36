// Random valid and invalid requests, generated from the OpenAPI documents: every answer is documented, the server never fails, and no request blocks others.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { unchangedRecords } from '../../support/calls/unchanged-records.ts'
import { operationsIn, wholeDocument } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { ContractRequest } from '../../support/samples/contract-requests.ts'
import { createRequests } from '../../support/samples/contract-requests.ts'
import { dice } from '../../support/samples/dice.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** The password of the staff account. Some operations ask for the password again. */
const PASSWORD = 'pallets before noon'
/** Requests per engine. The soak runs on both engines; any other run uses one engine. */
const REQUESTS = process.env.SOAK ? 10_000 : 150
/** A new seed in each soak; WAYBILL_FUZZ_SEED repeats a failed run. */
const SEED = Number(process.env.WAYBILL_FUZZ_SEED ?? (process.env.SOAK ? Date.now() % 2 ** 31 : 1))
/** Maximum time for which a request may block the event loop. Checked only in the soak. */
const NEIGHBOUR_WAITS_MAX_MS = 200
const SHOWN_CHARACTERS = 600
const FAULTS_MAX = 20

/**
 * Operations that are not called. `fillDemoData` takes long, because it creates a month of data. `changePassword` would change the password
 * that the test uses.
 */
const LEFT_OUT = ['fillDemoData', 'changePassword']

const pointer = (...steps: string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Returns a function that says how an answer differs from the document, or null if the answer is as documented. */
const createJudge = (document: Json) => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: { text: true } })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  return ({ operation: { method, path, operation } }: ContractRequest, { status, headers, json }: Answer): string | null => {
    if (status >= 500 && status !== 503) return 'failed on our side'
    if (status === 304) return null
    const answer = operation.responses[status]
    if (!answer) return 'has a status that is not documented'
    const type = headers.get('content-type')?.split(';')[0]
    if (type === undefined) return answer.content ? 'has no content' : null
    if (!answer.content?.[type]) return `has the content type ${type}, which is not documented`
    if (type !== 'application/json') return null
    const at = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema']
    const fits = ajv.getSchema(`document#${pointer(...at)}`) ?? ajv.compile({ $ref: `document#${pointer(...at)}` })
    return fits(json) ? null : `does not fit its schema: ${ajv.errorsText(fits.errors)}`
  }
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000

/** The longest turn of the event loop during `work`, in milliseconds of CPU time. CPU time does not depend on the load of the machine. */
const longestTurnMs = async (work: () => Promise<void>): Promise<number> => {
  let longest = 0
  let isOver = false
  let turn = process.threadCpuUsage()
  const next = (): void => {
    longest = Math.max(longest, cpuMs(process.threadCpuUsage(turn)))
    turn = process.threadCpuUsage()
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await work()
  isOver = true
  next()
  return longest
}

describe('requests made from the document', () => {
  /** Both engines share this function, because compiling its schemas takes most of the time. */
  let wrong: ReturnType<typeof createJudge> | undefined
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it(`${REQUESTS} of them are answered as documented (seed ${SEED})`, async (t) => {
      const document = await wholeDocument(waybill)
      const operations = operationsIn(document).filter(({ operation }) => !LEFT_OUT.includes(operation.operationId))
      const chances = dice(SEED)
      const requests = createRequests(chances, document, operations)
      wrong ??= createJudge(document)
      let tenant = await waybill.newTenant()
      let admin = await signedIn(waybill, 'admin', PASSWORD)
      const records = await unchangedRecords(waybill, tenant)
      requests.learn(JSON.stringify(records))
      // Draws a label before the measurement, because the first label loads the modules that draw labels.
      await admin.call('GET', `/ops/v1/packages/${records.packageId}/label.png`)
      const statuses: Record<number, number> = {}
      const faults: string[] = []
      let slowest = { ms: 0, request: '' }
      for (let n = 1; n <= REQUESTS; n++) {
        const request = requests.next()
        const { method } = request.operation
        const isStaffs = request.path.startsWith('/ops/')
        const access = chances.chance(0.03) ? {} : isStaffs ? admin.headers : { 'x-api-key': tenant.testKey }
        let answer!: Answer
        const send = async (): Promise<void> => {
          answer = await waybill.call(method, request.path, undefined, {
            headers: { ...access, ...request.headers },
            ...(request.body === null ? {} : { rawBody: request.body }),
          })
        }
        const ms = process.env.SOAK ? await longestTurnMs(send) : await send().then(() => 0)
        const shown = `${method} ${request.path} ${request.body ?? ''}`.slice(0, SHOWN_CHARACTERS)
        const fault = wrong(request, answer)
        if (fault !== null) faults.push(`request ${n}: ${shown}\n  ${answer.status} ${fault}\n  ${answer.text.slice(0, SHOWN_CHARACTERS)}`)
        if (faults.length >= FAULTS_MAX) break
        if (ms > slowest.ms) slowest = { ms, request: shown }
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        requests.learn(answer.text)
        if (answer.status !== 404) requests.found(request)
        // A 401 may mean that an earlier request ended the session or revoked the key. The test then continues with a new business and a
        // new session.
        if (answer.status === 401 && Object.keys(access).length > 0) {
          tenant = await waybill.newTenant()
          admin = await signedIn(waybill, 'admin', PASSWORD)
        }
      }
      t.diagnostic(
        `${engine.name}: ${JSON.stringify(statuses)}, the longest turn took ${slowest.ms.toFixed(0)} ms: ${slowest.request.slice(0, 200)}`,
      )
      assert.equal(faults.join('\n'), '', `seed ${SEED}`)
      if (process.env.SOAK) assert.ok(slowest.ms <= NEIGHBOUR_WAITS_MAX_MS, `seed ${SEED}: ${slowest.ms} ms for ${slowest.request}`)
    })
  })
})
