// The signed-in account: sessions, second factor, access tokens, password.

import { Box, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { SubmitForm, typed } from '../../../components/form.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyDone, useRead } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { ROLE_NAMES, useSession } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { SecondFactor as Factor } from '../../../wire.ts'
import { Passkeys, SECOND_FACTOR, Totp } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Summary } from './summary.tsx'
import { Tokens } from './tokens.tsx'

const SecondFactor = () => {
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

const ChangePassword = () => {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = async () => {
    await api.send('POST', '/ops/v1/password', { current_password: current, new_password: next })
    setCurrent('')
    setNext('')
    notifyDone(t('staff.passwordChanged'))
  }
  return (
    <Box maw={420}>
      <SubmitForm submitLabel={t('staff.changePassword')} onSubmit={change}>
        {(errorOf) => (
          <>
            <PasswordInput
              label={t('staff.currentPassword')}
              {...typed(current, setCurrent, errorOf('current_password'))}
              autoComplete="current-password"
            />
            <PasswordInput
              label={t('staff.newPassword')}
              description={t('shell.passwordHint')}
              {...typed(next, setNext, errorOf('new_password'))}
              autoComplete="new-password"
            />
          </>
        )}
      </SubmitForm>
    </Box>
  )
}

const Account = () => {
  const { staff, role } = useSession()
  return (
    <Page title={t('staff.account')} lead={t('staff.accountLead', { email: staff.email, role: t(ROLE_NAMES[role]) })}>
      <Sessions />
      <SecondFactor />
      <Tokens />
      <Summary />
      <Panel title={t('staff.changePassword')}>
        <ChangePassword />
      </Panel>
    </Page>
  )
}

export default Account
