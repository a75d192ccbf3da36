// A filter that limits a list to one site. It is shown only if the operator has several sites.

import { SITES } from '../../api.ts'
import { t } from '../../strings.ts'
import type { Site } from '../../wire.ts'
import type { FilterProps } from '../lists/filters.tsx'
import { ChoiceFilter } from '../lists/filters.tsx'
import { useRead } from '../queries.ts'

export type SiteChoice = { value: string; label: string }

const choiceOf = ({ code, name }: Site): SiteChoice => ({ value: code, label: `${code} · ${name}` })

/** The sites as options of a select box. Empty if the operator has fewer than two sites, because there is then nothing to choose. */
export const useSiteChoices = ({ isOpenOnly = false } = {}): SiteChoice[] => {
  const { data = [] } = useRead<Site[]>(SITES)
  return data.length < 2 ? [] : data.filter(({ closed_at: closedAt }) => !isOpenOnly || closedAt === null).map(choiceOf)
}

export const SiteFilter = (filter: FilterProps) => {
  const choices = useSiteChoices()
  return choices.length === 0 ? null : <ChoiceFilter label={t('sites.site')} choices={choices} {...filter} />
}
