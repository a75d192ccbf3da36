// View-only users do not see controls that change data. People whose role may not open a page see a notice instead of the page.

import type { ReactNode } from 'react'
import { usePlace } from '../scope.tsx'
import { ROLE_NAMES, texts } from '../texts/shell.ts'
import type { Role } from '../wire.ts'
import { Page } from './page.tsx'
import { Empty } from './states.tsx'

/** Wraps controls that change data. The controls are hidden from operator staff who view the portal as the business. */
export const Writes = ({ children }: { children: ReactNode }) => (usePlace().isViewOnly ? null : children)

const names = new Intl.ListFormat('en', { type: 'conjunction' })

/** Shown instead of a page that the person's role may not open. Names the roles that may open the page. */
export const Forbidden = ({ roles }: { roles: readonly Role[] }) => (
  <Page title={texts.forbiddenTitle}>
    <Empty icon="lock" title={texts.forbiddenRoles(names.format(roles.map((role) => ROLE_NAMES[role])))}>
      {texts.forbidden}
    </Empty>
  </Page>
)
