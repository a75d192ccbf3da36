// The second factor of one's own account: authenticator app and passkeys.

import { QueryView } from '../../components/lists/query-view.tsx'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/use-read.ts'
import { t } from '../../strings.ts'
import type { SecondFactor as Factor } from '../../wire.ts'
import { Passkeys } from './passkeys.tsx'
import { SECOND_FACTOR, Totp } from './totp.tsx'

export const SecondFactor = () => {
  const query = useRead<Factor>(SECOND_FACTOR)
  return (
    <QueryView query={query}>
      {(factor) => (
        <>
          <Panel title={t('staff.secondFactor')} lead={t('staff.secondFactorLead')}>
            <Totp factor={factor} />
          </Panel>
          <Panel title={t('staff.passkeys')} lead={t('staff.passkeysLead')}>
            <Passkeys passkeys={factor.passkeys} />
          </Panel>
        </>
      )}
    </QueryView>
  )
}
