// One Chromium and its pages for all suites of a test process: the first suite starts them, the last one ends them.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Address } from './address.ts'
import { openAddress } from './address.ts'
import type { PagePool } from './page-pool.ts'
import { createPagePool } from './page-pool.ts'

/**
 * Features that Playwright disables for pages and the network. They are repeated here, because Chromium obeys only the last list of
 * disabled features, which is ours.
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
/** Two invisible pages behind the address bar of every context, which take longer to open than the context itself. */
const UNSEEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // A page lives for seconds: optimising its code takes longer than running it.
  '--js-flags=--no-opt --no-maglev',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Grants the camera without a prompt, and plays a film of ours.
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

/** Counts a suite that is declared. All suites are declared before the first one runs. */
export const expectSuite = (): void => {
  suites += 1
}

/** Starts the browser, or returns the running one. Its pages show the server that the address leads to. */
export const startBrowser = async (executablePath: string): Promise<Omit<Running, 'close'>> => {
  running ??= launch(executablePath)
  return await running
}

export const endSuite = async (): Promise<void> => {
  suites -= 1
  if (suites === 0 && running !== null) await (await running).close()
}
