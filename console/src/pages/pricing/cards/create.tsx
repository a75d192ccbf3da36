// The page that creates a rate card: first the name and kind, then the table, which starts from an existing card or a file.

import { Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../../api.ts'
import { LinkButton } from '../../../components/buttons.tsx'
import { selected, typed } from '../../../components/form.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyDone, notifyError, useBusinessOptions, useRead } from '../../../components/queries.ts'
import { t } from '../../../strings.ts'
import type { CardInFull, CardKind, ImportedCard, ListedCard } from '../../../wire.ts'
import { Editor } from './editor.tsx'
import { CARD_KINDS } from './names.ts'
import type { Sheet } from './sheet/sheet.ts'
import { sheetOf } from './sheet/sheet.ts'
import { CARDS, cardPath } from './use-card.ts'

const BLANK: Sheet = { columns: ['row'], rows: [['card']] }

type Start = { kind: CardKind; sheet: Sheet }

const CreateCard = () => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const businesses = useBusinessOptions()
  const [id, setId] = useState('')
  const [kind, setKind] = useState<CardKind>('import_air')
  const [business, setBusiness] = useState<string | null>(null)
  const [origin, setOrigin] = useState<string | null>(null)
  const [start, setStart] = useState<Start | null>(null)
  const { data: cards = [] } = useRead<ListedCard[]>(CARDS)
  const origins = cards.filter((card) => card.kind === kind)

  const begin = async () => {
    try {
      setStart({ kind, sheet: origin === null ? BLANK : sheetOf(await api.get<CardInFull>(cardPath(origin))) })
    } catch (error) {
      notifyError(error)
    }
  }
  const save = async (csv: string) => {
    const saved = await api.send<ImportedCard>('POST', `${CARDS}/import`, { id, csv, kind, ...(business ? { business } : {}) })
    notifyDone(t('cards.saved', { version: saved.version }))
    navigate(`/cards/${id}/draft`)
    await client.invalidateQueries({ queryKey: [CARDS] })
  }
  return (
    <Page title={t('cards.create')} lead={t('cards.createLead')} back={{ href: '/cards', label: t('cards.title') }}>
      <Panel>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t('cards.id')} description={t('cards.idHint')} {...typed(id, setId)} />
          <Select
            label={t('cards.kind')}
            description={'\u00a0'}
            data={CARD_KINDS.map((value) => ({ value, label: t(`cards.${value}`) }))}
            {...selected(kind, (value) => {
              setKind(value)
              setOrigin(null)
            })}
            disabled={start !== null}
          />
          <Select
            label={t('cards.business')}
            description={t('cards.businessHint')}
            placeholder={t('cards.everyBusiness')}
            data={businesses}
            value={business}
            onChange={setBusiness}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('cards.everyBusiness') }}
          />
          <Select
            label={t('cards.startFrom')}
            description={t('cards.startFromHint')}
            placeholder={t('cards.startBlank')}
            data={origins.map(({ card_id: value, title }) => ({ value, label: title }))}
            value={origin}
            disabled={start !== null}
            onChange={setOrigin}
            clearable
            clearButtonProps={{ 'aria-label': t('cards.startBlank') }}
          />
        </SimpleGrid>
        {start === null && (
          <Group justify="flex-end">
            <LinkButton href="/cards" label={t('shell.cancel')} />
            <Button onClick={begin} disabled={id.trim() === ''}>
              {t('cards.begin')}
            </Button>
          </Group>
        )}
      </Panel>
      {start && <Editor initial={start.sheet} kind={start.kind} target={{ kind: start.kind }} fileName={id || kind} isNew onSave={save} />}
    </Page>
  )
}

export default CreateCard
