// A page that the person's role may not open, with the roles that may.

import { ROLE_NAMES, texts } from '../../texts/shell.ts'
import type { Role } from '../../wire.ts'
import { Page } from '../page.tsx'
import { Empty } from '../states.tsx'

const names = new Intl.ListFormat('en', { type: 'conjunction' })

export const Forbidden = ({ roles }: { roles: readonly Role[] }) => (
  <Page title={texts.forbiddenTitle}>
    <Empty icon="lock" title={texts.forbiddenRoles(names.format(roles.map((role) => ROLE_NAMES[role])))}>
      {texts.forbidden}
    </Empty>
  </Page>
)
