// The page of one event: the object as it was after the change, and the deliveries of the event.

import { Code } from '../../components/copied/code.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { useRecord } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import { DeliveryList } from './delivery-list.tsx'

const BACK = { href: '/developers/events', label: texts.events }

export default () => (
  <RecordPage query={useRecord('getEvent')} back={BACK}>
    {({ type, event_id: eventId, object_id: objectId, timestamp, recorded_at: recorded, data }) => (
      <Page title={type} lead={texts.event} back={BACK}>
        <Section title={texts.details}>
          <Facts
            isWide
            facts={[
              ['event_id', <code key="id">{eventId}</code>],
              [texts.object, <code key="object">{objectId}</code>],
              [texts.happened, <Moment key="happened" at={timestamp} />],
              [texts.recorded, <Moment key="recorded" at={recorded} />],
            ]}
          />
        </Section>
        <Section title={texts.payload}>
          <Code label={texts.payload} text={JSON.stringify(data)} />
        </Section>
        <h2>{texts.deliveries}</h2>
        <DeliveryList query={{ event_id: eventId }} />
      </Page>
    )}
  </RecordPage>
)
