// The page that edits a card. It opens the version that the URL names, or else the draft, or else the version in force.

import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { ApiError, api } from '../../../api.ts'
import { LinkButton } from '../../../components/buttons.tsx'
import { useConfirm } from '../../../components/dialogs.tsx'
import { Page } from '../../../components/page.tsx'
import { notifyDone } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { t } from '../../../strings.ts'
import type { CardInFull, ImportedCard } from '../../../wire.ts'
import { Editor } from './editor.tsx'
import { sheetOf } from './sheet/sheet.ts'
import { CARDS, draftOf, useCard } from './use-card.ts'

const EditCard = ({ card, inForce }: { card: CardInFull; inForce: CardInFull | null }) => {
  const { card_id: id } = card
  const client = useQueryClient()
  const confirm = useConfirm()
  const [, navigate] = useLocation()
  const initial = useMemo(() => sheetOf(card), [card])
  const before = useMemo(() => inForce && sheetOf(inForce), [inForce])
  const isReplacing = draftOf(card) !== null
  const send = (csv: string, replace: boolean) => api.send<ImportedCard>('POST', `${CARDS}/import`, { id, csv, replace })
  const save = async (csv: string) => {
    const saved = await send(csv, isReplacing).catch(async (error) => {
      const isThere = error instanceof ApiError && error.code === 'INVALID_TRANSITION' && !isReplacing
      const question = { title: t('cards.replaceTitle'), text: t('cards.replaceText'), action: t('cards.replace') }
      if (!isThere) throw error
      return (await confirm(question)) ? send(csv, true) : null
    })
    if (saved === null) return
    notifyDone(t('cards.saved', { version: saved.version }))
    navigate(`/cards/${id}/draft`)
    await client.invalidateQueries({ queryKey: [CARDS] })
  }
  return (
    <Page title={t('cards.editTitle', { title: card.title })} lead={t('cards.editLead')} back={{ href: `/cards/${id}`, label: card.title }}>
      <Editor initial={initial} before={before} kind={card.kind} target={{ id }} fileName={`${id}-draft`} onSave={save}>
        <LinkButton href={`/cards/${id}`} label={t('shell.cancel')} />
      </Editor>
    </Page>
  )
}

type VersionProps = { id: string; version: number | string | null; inForce: CardInFull | null }

const Version = ({ id, version, inForce }: VersionProps) => {
  const query = useCard(id, version)
  // The key contains only the card and the version. It stays the same when a refetch returns changed data, so the user's edits are not
  // lost.
  return <QueryView query={query}>{(card) => <EditCard key={`${card.card_id}@${card.version}`} card={card} inForce={inForce} />}</QueryView>
}

const CardEdit = () => {
  const { id } = useParams<{ id: string }>()
  const [params] = useSearchParams()
  const query = useCard(id)
  return (
    <QueryView query={query}>
      {(card) => (
        <Version
          id={card.card_id}
          version={params.get('version') ?? draftOf(card)?.version ?? card.version}
          inForce={card.state === 'in force' ? card : null}
        />
      )}
    </QueryView>
  )
}

export default CardEdit
