// The access tokens of an account, for scripts. A token is shown only once, when it is created.

import { Button, Code, NumberInput, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { SecretDialog, useConfirm } from '../../../components/dialogs.tsx'
import { FormDialog, selected, typed } from '../../../components/form.tsx'
import { actionsColumn, RowsTable } from '../../../components/lists/rows-table.tsx'
import { Panel } from '../../../components/page.tsx'
import { useRead, useSave } from '../../../components/queries.ts'
import { Empty, QueryView } from '../../../components/states.tsx'
import { EVERYONE, ROLE_NAMES, useSession } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { Moment, useTimes } from '../../../time.tsx'
import type { AccessToken, Role } from '../../../wire.ts'

const PATH = '/ops/v1/access_tokens'
const DAYS_DEFAULT = 90
const DAYS_MAX = 366

const isOver = ({ revoked_at: revoked, expires_at: expires }: AccessToken): boolean => revoked !== null || Date.parse(expires) <= Date.now()

const Until = ({ token }: { token: AccessToken }) => {
  const { formatMoment } = useTimes()
  if (token.revoked_at !== null) return t('records.revoked', { when: formatMoment(token.revoked_at) })
  return isOver(token) ? t('staff.expired', { when: formatMoment(token.expires_at) }) : formatMoment(token.expires_at)
}

/** The roles that a token may have, by the role of its owner. */
const TOKEN_ROLES: Readonly<Record<Role, readonly Role[]>> = {
  admin: EVERYONE,
  accountant: ['accountant', 'cashier'],
  cashier: ['cashier'],
  warehouse: ['warehouse', 'support'],
  support: ['support'],
}

const NewToken = ({ onIssued, onClose }: { onIssued: (token: string) => void; onClose: () => void }) => {
  const { role: own } = useSession()
  const [label, setLabel] = useState('')
  const [role, setRole] = useState(own)
  const [days, setDays] = useState<number | string>(DAYS_DEFAULT)
  const create = async () => {
    const { token } = await api.send<AccessToken>('POST', PATH, { label, role, expires_in_days: Number(days) })
    onIssued(token!)
  }
  return (
    <FormDialog title={t('staff.createToken')} submitLabel={t('staff.createToken')} onSubmit={create} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('records.label')}
            description={t('staff.labelHint')}
            {...typed(label, setLabel, errorOf('label'))}
            data-autofocus
          />
          <Select
            label={t('staff.role')}
            {...selected(role, setRole, errorOf('role'))}
            data={TOKEN_ROLES[own].map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
          />
          <NumberInput
            label={t('staff.days')}
            value={days}
            min={1}
            max={DAYS_MAX}
            allowDecimal={false}
            error={errorOf('expires_in_days')}
            onChange={setDays}
          />
        </>
      )}
    </FormDialog>
  )
}

/** `path`: API path of the access tokens, either the caller's own or another account's. */
export const TokenList = ({ path }: { path: string }) => {
  const query = useRead<AccessToken[]>(path)
  const save = useSave()
  const confirm = useConfirm()
  const revoke = async ({ access_token_id: id, begins }: AccessToken) => {
    const text = t('staff.revokeText', { begins })
    if (!(await confirm({ title: t('staff.revokeTitle'), text, action: t('records.revoke'), danger: true }))) return
    await save(api.send('DELETE', `${path}/${id}`), t('staff.tokenRevoked'))
  }
  const action = (token: AccessToken) =>
    isOver(token) ? null : <RowButton label={t('records.revoke')} color="red" onClick={() => revoke(token)} />
  return (
    <QueryView query={query}>
      {(tokens) => (
        <RowsTable
          rows={tokens}
          rowKey={(token) => token.access_token_id}
          rowName={(token) => token.label}
          columns={[
            { key: 'label', title: t('records.label'), render: (token) => token.label },
            { key: 'begins', title: t('records.begins'), render: (token) => <Code>{token.begins}…</Code> },
            { key: 'role', title: t('staff.role'), render: (token) => t(ROLE_NAMES[token.role]), isLesser: true },
            { key: 'used', title: t('records.lastUsed'), render: (token) => <Moment at={token.last_used_at} />, isLesser: true },
            { key: 'expires', title: t('staff.expires'), render: (token) => <Until token={token} /> },
            actionsColumn(action),
          ]}
          empty={<Empty icon="lock" title={t('staff.tokensEmptyTitle')} text={t('staff.tokensEmpty')} />}
        />
      )}
    </QueryView>
  )
}

export const Tokens = () => {
  const client = useQueryClient()
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const show = (token: string) => {
    setIsCreating(false)
    setSecret(token)
    return client.invalidateQueries({ queryKey: [PATH] })
  }
  const create = (
    <Button size="xs" onClick={() => setIsCreating(true)}>
      {t('staff.createToken')}
    </Button>
  )
  return (
    <Panel title={t('staff.tokens')} lead={t('staff.tokensLead')} actions={create} flush>
      {isCreating && <NewToken onIssued={show} onClose={() => setIsCreating(false)} />}
      {secret !== null && <SecretDialog title={t('staff.tokenIssued')} secret={secret} onClose={() => setSecret(null)} />}
      <TokenList path={PATH} />
    </Panel>
  )
}
