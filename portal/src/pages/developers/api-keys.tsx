// The API keys of a business in the page's mode (live or test). The full key is shown only once.

import { useState } from 'react'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { Secret } from '../../components/copied/copy-text.tsx'
import { Badge } from '../../components/marks.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { usePortalRead } from '../../portal-requests.ts'
import { usePlace } from '../../scope.tsx'
import { MODE_NAMES, SCOPE_NAMES, texts } from '../../texts/developers.ts'
import { texts as shellTexts } from '../../texts/shell.ts'
import { Moment, useTimes } from '../../times.tsx'
import type { ApiKey } from '../../wire.ts'
import { DeveloperPage } from './developer-page.tsx'
import { CreateKey, KEYS, RenameKey, RevokeKey, RotateKey } from './key-dialogs.tsx'

const isOver = ({ revoked_at: revoked, expires_at: expires }: ApiKey): boolean =>
  revoked !== null || (expires !== null && Date.parse(expires) <= Date.now())

const KeyState = ({ apiKey }: { apiKey: ApiKey }) => {
  const { formatMoment } = useTimes()
  if (apiKey.revoked_at !== null) return <Badge tone="plain">{texts.revoked}</Badge>
  if (apiKey.expires_at === null) return <Badge tone="ok">{texts.active}</Badge>
  if (isOver(apiKey)) return <Badge tone="plain">{texts.expired}</Badge>
  return (
    <Badge tone="warning" isLong>
      {texts.worksUntil(formatMoment(apiKey.expires_at))}
    </Badge>
  )
}

type Act = 'rename' | 'rotate' | 'revoke'

const Actions = ({ apiKey, onAct }: { apiKey: ApiKey; onAct: (act: Act) => void }) =>
  isOver(apiKey) ? null : (
    <fieldset className="actions" aria-label={texts.keyActions(apiKey.label ?? apiKey.begins)}>
      <Button look="quiet" onClick={() => onAct('rename')}>
        {texts.rename}
      </Button>
      {apiKey.expires_at === null && (
        <Button look="quiet" onClick={() => onAct('rotate')}>
          {texts.rotate}
        </Button>
      )}
      <Button look="quiet" onClick={() => onAct('revoke')}>
        {texts.revoke}
      </Button>
    </fieldset>
  )

const Keys = ({ keys, onAct }: { keys: readonly ApiKey[]; onAct: (apiKey: ApiKey, act: Act) => void }) => (
  <Table
    caption={texts.keysCaption}
    rows={keys}
    keyOf={(key) => key.key_id}
    columns={[
      { head: texts.label, cell: (key) => key.label ?? texts.noLabel },
      { head: texts.begins, cell: (key) => <code>{key.begins}…</code> },
      { isLesser: true, head: texts.scope, cell: (key) => SCOPE_NAMES[key.scope] },
      { head: texts.state, cell: (key) => <KeyState apiKey={key} /> },
      { head: texts.lastUsed, cell: (key) => (key.last_used_at === null ? texts.never : <Moment at={key.last_used_at} />) },
      {
        head: shellTexts.actions,
        isHeadHidden: true,
        isWriting: true,
        cell: (key) => <Actions apiKey={key} onAct={(act) => onAct(key, act)} />,
      },
    ]}
  />
)

export default () => {
  const { mode } = usePlace()
  const keys = usePortalRead<ApiKey[]>(KEYS)
  const [isCreating, setIsCreating] = useState(false)
  const [chosen, setChosen] = useState<{ apiKey: ApiKey; act: Act } | null>(null)
  const [made, setMade] = useState<ApiKey | null>(null)
  const close = (): void => {
    setChosen(null)
    setIsCreating(false)
  }
  const show = (key: ApiKey): void => {
    close()
    setMade(key)
  }
  return (
    <DeveloperPage
      title={texts.keys}
      lead={texts.keysLead}
      actions={
        <Writes>
          <Button look="primary" icon="plus" onClick={() => setIsCreating(true)}>
            {texts.newKey}
          </Button>
        </Writes>
      }
    >
      {isCreating && <CreateKey onKey={show} onClose={close} />}
      {chosen?.act === 'rename' && <RenameKey apiKey={chosen.apiKey} onClose={close} />}
      {chosen?.act === 'rotate' && <RotateKey apiKey={chosen.apiKey} onKey={show} onClose={close} />}
      {chosen?.act === 'revoke' && <RevokeKey apiKey={chosen.apiKey} onClose={close} />}
      {made && (
        <Secret
          title={texts.secretTitle}
          label={texts.secretKey}
          secret={made.key ?? ''}
          close={texts.stored}
          onClose={() => setMade(null)}
        >
          {texts.secretNote} {made.mode !== mode && texts.secretIn(MODE_NAMES[made.mode].toLowerCase())}
        </Secret>
      )}
      <Loaded query={keys}>
        {(found) =>
          found.length === 0 ? (
            <Empty icon="lock" title={texts.keysEmptyTitle}>
              {texts.keysEmpty}
            </Empty>
          ) : (
            <Keys keys={found} onAct={(apiKey, act) => setChosen({ apiKey, act })} />
          )
        }
      </Loaded>
    </DeveloperPage>
  )
}
