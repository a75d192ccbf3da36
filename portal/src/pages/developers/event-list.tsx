// The events of a business in the page's mode (live or test).

import { SearchField, SelectField } from '../../components/field.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { EVENT_TYPES } from '../../event-types.ts'
import { useList } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import { DeveloperPage } from './developer-page.tsx'

const TYPES = [{ value: '', label: texts.anyType }, ...EVENT_TYPES.map((value) => ({ value, label: value }))]

export default () => {
  const { field, query, ...filters } = useFilters(['type', 'object_id'])
  return (
    <DeveloperPage title={texts.events} lead={texts.eventsLead}>
      <search className="filters">
        <SelectField label={texts.type} {...field('type')} options={TYPES} />
        <SearchField label={texts.objectHint} {...field('object_id')} />
      </search>
      <ListView
        query={useList('listEvents', query)}
        filters={filters}
        caption={texts.eventsCaption}
        keyOf={(event) => event.event_id}
        hrefOf={(event) => `/developers/events/${event.event_id}`}
        empty={{ icon: 'log', title: texts.eventsEmptyTitle, children: texts.eventsEmpty }}
        columns={[
          { head: texts.type, cell: (event) => event.type },
          { head: texts.object, cell: (event) => <code>{event.object_id}</code> },
          { head: texts.recorded, cell: (event) => <Moment at={event.recorded_at} /> },
        ]}
      />
    </DeveloperPage>
  )
}
