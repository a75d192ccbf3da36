// The API documents give no warning under Spectral's recommended rules.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { DOCUMENTS } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/**
 * The rule `oas3-valid-media-example` compiles the schema of every example, which takes most of the time. Another test checks the examples.
 */
const SLOW_RULES = process.env.SOAK ? {} : { 'oas3-valid-media-example': 'off' as const }

describe('the API documents', () => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(sqlite)
  })
  after(() => waybill.close())

  // Outside the soak, only the document for businesses is checked. The document for staff has the same schemas, and is three times as long.
  for (const path of process.env.SOAK ? DOCUMENTS : DOCUMENTS.slice(0, 1))
    it(`give no warning under Spectral’s recommended rules: ${path}`, async () => {
      const spectral = new spectralCore.Spectral()
      spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']], rules: SLOW_RULES })
      const results = await spectral.run((await waybill.call('GET', path)).json)
      assert.deepEqual(
        results.map(({ code, message, path: at }) => `${code}: ${message} at ${at.join('/')}`),
        [],
      )
    })
})
