// Finds Chromium or Chrome on this machine. If both are missing, installs Debian's Chromium.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** The headless shell comes first, because it uses a quarter less CPU than the full browser. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const APT = '/usr/bin/apt-get'
const INSTALL_TIMEOUT_MS = 5 * 60 * 1000

export const SKIPPED =
  'no Chromium was found: install Debian’s (apt-get install chromium-headless-shell), or name another in CHROMIUM_PATH. The browser tests were skipped.'

export const findChromium = (): string | null => {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
  return named || (PLACES.find((place) => existsSync(place)) ?? null)
}

/** Installs Chromium if it is missing and apt-get may be used. Prints that the installation starts, or why Chromium is not installed. */
export const provideChromium = async (): Promise<void> => {
  if (findChromium()) return
  if (process.getuid?.() !== 0 || !existsSync(APT)) return console.error(`Browser tests: ${SKIPPED}`)
  console.log('Browser tests: installing Debian’s Chromium …')
  const apt = (...args: string[]) =>
    promisify(execFile)(APT, ['-qq', ...args], { timeout: INSTALL_TIMEOUT_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
  } catch (error) {
    console.error(`Browser tests: ${SKIPPED} Installing failed: ${(error as Error).message}`)
  }
}
