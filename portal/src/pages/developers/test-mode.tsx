// The page for test mode: the clock of the business, the simulated warehouse, and the failures that can be rehearsed.

import { REHEARSALS } from '../../../../src/domain/quotes/rehearsal.ts'
import { ButtonLink } from '../../components/button.tsx'
import { sentence } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { usePlace } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { texts as shellTexts } from '../../texts/shell.ts'
import { DeveloperPage } from './developer-page.tsx'
import { TestClock } from './test-clock.tsx'
import { TestWarehouse } from './test-warehouse.tsx'

const Rehearsals = () => (
  <Section title={texts.rehearsals}>
    <p className="hint">{texts.rehearsalsLead}</p>
    <Table
      caption={texts.rehearsals}
      rows={Object.entries(REHEARSALS)}
      keyOf={([name]) => name}
      columns={[
        { head: texts.rehearsal, cell: ([name]) => <code>rehearse:{name}</code> },
        { head: texts.happens, cell: ([, what]) => `${sentence(what)}.` },
      ]}
    />
  </Section>
)

export default () => {
  const { isTest, business } = usePlace()
  return (
    <DeveloperPage title={texts.testTitle} lead={texts.testLead}>
      {isTest ? (
        <>
          <TestClock />
          <TestWarehouse />
          <Rehearsals />
        </>
      ) : (
        <Empty
          icon="clock"
          title={texts.onlyTest}
          action={
            business.modes.includes('test') && (
              <ButtonLink href={`~/portal/${business.prefix}/test/developers/test`} look="primary">
                {shellTexts.goTest}
              </ButtonLink>
            )
          }
        >
          {texts.onlyTestText}
        </Empty>
      )}
    </DeveloperPage>
  )
}
