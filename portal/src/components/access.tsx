// Hides controls from people who may only look, and replaces pages that the person's role may not open.

import type { ReactNode } from 'react'
import { usePlace } from '../scope.tsx'
import { ROLE_NAMES, texts } from '../texts/shell.ts'
import type { Role } from '../wire.ts'
import { Page } from './page.tsx'
import { Empty } from './states.tsx'

/** Controls that change something are not shown to staff of the operator who look at the portal as the business. */
export const Writes = ({ children }: { children: ReactNode }) => (usePlace().isViewOnly ? null : children)

const names = new Intl.ListFormat('en', { type: 'conjunction' })

/** Replaces a page that the person's role may not open, and names the roles that may. */
export const Forbidden = ({ roles }: { roles: readonly Role[] }) => (
  <Page title={texts.forbiddenTitle}>
    <Empty icon="lock" title={texts.forbiddenRoles(names.format(roles.map((role) => ROLE_NAMES[role])))}>
      {texts.forbidden}
    </Empty>
  </Page>
)
