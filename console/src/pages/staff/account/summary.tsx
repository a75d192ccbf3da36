// The checkbox that switches the daily summary email of the signed-in person on or off.

import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ticked } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { useRead, useSave } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { DailySummary } from '../../../wire.ts'

const PATH = '/ops/v1/daily_summary'

const Choice = ({ stored: { is_wanted: isStored, is_possible: isPossible } }: { stored: DailySummary }) => {
  const save = useSave()
  const [isWanted, setWanted] = useState(isStored)
  const choose = async (wanted: boolean) => {
    setWanted(wanted)
    await save(api.send('PUT', PATH, { is_wanted: wanted }), t(wanted ? 'staff.summaryOn' : 'staff.summaryOff'))
  }
  return (
    <>
      <Checkbox label={t('staff.summaryWanted')} {...ticked(isWanted, (isTicked) => void choose(isTicked))} />
      {!isPossible && <Hint>{t('staff.summaryNoEmail')}</Hint>}
    </>
  )
}

export const Summary = () => {
  const query = useRead<DailySummary>(PATH)
  return (
    <Panel title={t('staff.summary')} lead={t('staff.summaryLead')}>
      <QueryView query={query}>{(stored) => <Choice key={String(stored.is_wanted)} stored={stored} />}</QueryView>
    </Panel>
  )
}
