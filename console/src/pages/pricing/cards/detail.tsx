// One rate card: its versions, and the price table of the version that the URL names (by default the version in force).

import { Alert, Badge, Button, Group } from '@mantine/core'
import { useParams, useSearchParams } from 'wouter'
import { LinkButton } from '../../../components/buttons.tsx'
import { Icon } from '../../../components/icons.tsx'
import { Page } from '../../../components/page.tsx'
import { useBusinessName } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { PageLink } from '../../../components/text.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { CardInFull } from '../../../wire.ts'
import { ReadOnlySheet } from './card-views.tsx'
import { cardPath, draftOf, useCard } from './use-card.ts'
import { StateBadge, Versions } from './versions.tsx'

const CardPage = ({ card, isNamed }: { card: CardInFull; isNamed: boolean }) => {
  const { card_id: id, version, business_id: businessId } = card
  const isAdmin = useIsAdmin()
  const nameOf = useBusinessName()
  const draft = draftOf(card)
  const lead = [id, t(`cards.${card.kind}`), card.currency, businessId === null ? t('cards.everyBusiness') : nameOf(businessId)]
  const edit = isAdmin && (
    <LinkButton
      href={isNamed && draft === null ? `/cards/${id}/edit?version=${version}` : `/cards/${id}/edit`}
      label={t(draft ? 'cards.editDraft' : isNamed ? 'cards.editThis' : 'cards.edit')}
      variant="filled"
    />
  )
  const download = (
    <Button
      component="a"
      href={`${cardPath(id, version)}/csv`}
      download
      variant="default"
      size="xs"
      leftSection={<Icon name="download" sizePx={14} />}
    >
      {t('records.downloadCsv')}
    </Button>
  )
  return (
    <Page title={card.title} lead={lead.join(' · ')} back={{ href: '/cards', label: t('cards.title') }} actions={edit}>
      {draft && (
        <Alert color="orange" className="alert-plain">
          <Group justify="space-between" gap="xs">
            {t('cards.draftWaits', { version: draft.version })}
            <PageLink href={`/cards/${id}/draft`} fw={600}>
              {t('cards.review')}
            </PageLink>
          </Group>
        </Alert>
      )}
      <section className="panel">
        <Group justify="space-between" px="md" py="sm" gap="xs">
          <Group gap="xs">
            <h2 className="panel-title">{t('cards.tableOf', { version })}</h2>
            <StateBadge state={card.state} />
            {card.sample && (
              <Badge variant="outline" color="gray">
                {t('records.sample')}
              </Badge>
            )}
          </Group>
          {download}
        </Group>
        <ReadOnlySheet key={version} card={card} />
      </section>
      <Versions card={card} />
    </Page>
  )
}

const CardDetail = () => {
  const { id } = useParams<{ id: string }>()
  const [params] = useSearchParams()
  const version = params.get('version')
  const query = useCard(id, version)
  return <QueryView query={query}>{(card) => <CardPage card={card} isNamed={version !== null} />}</QueryView>
}

export default CardDetail
