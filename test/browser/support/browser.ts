// One Chromium and its pages for all suites of a test process: the first suite starts the browser, the last suite closes it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Address } from './address.ts'
import { openAddress } from './address.ts'
import type { PagePool } from './page-pool.ts'
import { createPagePool } from './page-pool.ts'

/**
 * Features that Playwright itself disables. They are repeated here because Chromium obeys only the last `--disable-features` list, which is
 * the list in `FLAGS`.
 */
const OFF_IN_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
/**
 * Features that open two invisible pages behind the address bar of every browser context. Opening these pages takes longer than opening the
 * context.
 */
const UNSEEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // A page lives only for seconds, so optimising its code would take longer than running it.
  '--js-flags=--no-opt --no-maglev',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Grants access to the camera without a prompt, and replaces the camera with a video file (see `cameraFile`).
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...UNSEEN_PAGES].join()}`,
]

type Running = { address: Address; pool: PagePool; cameraFile: string; close(): Promise<void> }

let suites = 0
let running: Promise<Running> | null = null

const launch = async (executablePath: string): Promise<Running> => {
  const profile = await mkdtemp(join(tmpdir(), 'waybill-chromium-'))
  const env = { ...process.env, HOME: profile } as Record<string, string>
  const cameraFile = join(profile, 'camera.y4m')
  const args = [...FLAGS, `--use-file-for-fake-video-capture=${cameraFile}`]
  const browser = await chromium.launch({ executablePath, args, env })
  const address = await openAddress()
  const close = async () => {
    await browser.close()
    await address.close()
    await rm(profile, { recursive: true, force: true })
  }
  return { address, pool: createPagePool(browser, address.url), cameraFile, close }
}

/** Counts a suite. All suites are declared before the first one runs, so the last suite can close the browser. */
export const expectSuite = (): void => {
  suites += 1
}

/** Starts the browser, or returns the running browser. Its pages load from `address`, which forwards to the server of the current suite. */
export const startBrowser = async (executablePath: string): Promise<Omit<Running, 'close'>> => {
  running ??= launch(executablePath)
  return await running
}

export const endSuite = async (): Promise<void> => {
  suites -= 1
  if (suites === 0 && running !== null) await (await running).close()
}
