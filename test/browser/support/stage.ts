// A whole Waybill with its console, and a real Chromium in front of it. Every page is watched for faults.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import type { Role } from '../../../src/domain/staff.ts'
import { sqlite } from '../../support/engines.ts'
import { COOKIE, inSession, newStaff } from '../../support/staff-calls.ts'
import type { Waybill } from '../../support/waybill.ts'
import { startWaybill } from '../../support/waybill.ts'
import { builtConsole } from './built-console.ts'
import { findChromium, SKIPPED } from './chromium.ts'
import type { Faults } from './faults.ts'
import { watchFaults } from './faults.ts'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const PATIENCE_MS = 10_000

const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 720 }

type PageOptions = { as?: Role; viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' }

export type Stage = {
  waybill: Waybill
  /** In a browser context of its own, nobody signed in unless `as` names a role. Paths are relative to the server. */
  newPage(options?: PageOptions): Promise<Page & { faults: Faults }>
}

const signIn = async (waybill: Waybill, context: BrowserContext, role: Role): Promise<void> => {
  const { cookie } = await inSession(waybill, await newStaff(waybill, role))
  const value = cookie.slice(COOKIE.length + 1)
  const { hostname } = new URL(waybill.url)
  await context.addCookies([{ name: COOKIE, value, domain: hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' }])
}

/** `describe` with a server and a browser; after every test its pages are closed, and none of them may have had a fault. */
export const describeInBrowser = (name: string, suite: (stage: Stage) => void): void => {
  const executablePath = findChromium()
  if (executablePath === null) {
    it(name, { skip: SKIPPED })
    return
  }
  describe(name, () => {
    const opened: { context: BrowserContext; faults: Faults }[] = []
    let browser: Browser
    let profile: string
    const stage = {} as Stage

    before(async () => {
      profile = await mkdtemp(join(tmpdir(), 'waybill-chromium-'))
      stage.waybill = await startWaybill(sqlite, { consoleDir: await builtConsole() })
      browser = await chromium.launch({
        executablePath,
        args: FLAGS,
        env: { ...process.env, HOME: profile } as Record<string, string>,
      })
    })
    after(async () => {
      await browser?.close()
      await stage.waybill?.close()
      await rm(profile, { recursive: true, force: true })
    })

    stage.newPage = async ({ as, viewport = DESKTOP, colorScheme = 'light' } = {}) => {
      const { url } = stage.waybill
      const context = await browser.newContext({ baseURL: url, viewport, colorScheme, reducedMotion: 'reduce', timezoneId: 'Africa/Lagos' })
      context.setDefaultTimeout(PATIENCE_MS)
      const faults = await watchFaults(context, url)
      opened.push({ context, faults })
      if (as) await signIn(stage.waybill, context, as)
      return Object.assign(await context.newPage(), { faults })
    }
    afterEach(async (t) => {
      const ended = opened.splice(0)
      for (const { context } of ended) await context.close()
      const found = ended.flatMap(({ faults }) => faults.list)
      // Beside whatever else the test failed with.
      for (const fault of found) t.diagnostic?.(fault)
      assert.deepEqual(found, [])
    })
    suite(stage)
  })
}
