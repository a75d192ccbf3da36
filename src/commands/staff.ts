// waybill staff: prints the set-up link for the first admin.

import { SETUP_LINK_VALID_MS } from '../domain/staff/staff.ts'
import { makeSetupLink } from '../flows/staff/create-staff.ts'
import type { Output } from './output.ts'
import { commandLineAuthor, serverUrl, withStore } from './with-store.ts'

const HOUR_MS = 60 * 60 * 1000

/** Browsers do not send the part after #, so the token stays out of logs. */
const linkTo = (url: string, token: string): string => `${url}/console/setup#${token}`

export const setupText = (url: string, token: string): string => `
Create an admin within ${SETUP_LINK_VALID_MS / HOUR_MS} hours with this link, which works once:
  ${linkTo(url, token)}
`

export const runStaffSetupLink = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const token = await makeSetupLink(deps, commandLineAuthor(deps))
    out.print({ link: linkTo(serverUrl(), token), token }, setupText(serverUrl(), token).trim().split('\n'))
  })
