// The overview: the records that need the person's attention, and the newest packages.

import { ButtonLink } from '../../components/button.tsx'
import { StatusMark } from '../../components/marks.tsx'
import { Page, Section } from '../../components/page.tsx'
import { PackageCustomer } from '../../components/records/customer-name.tsx'
import { Alert, ErrorState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { mayBook, mayOpenPath } from '../../registry.ts'
import { useList, usePlace } from '../../scope.tsx'
import { texts } from '../../texts/overview.ts'
import { texts as packageTexts } from '../../texts/packages.ts'
import { Moment } from '../../times.tsx'
import { hasFailed, Need } from './need.tsx'
import { useNeeds } from './needs.tsx'

const RECENT = 5

const Needs = () => {
  const needs = useNeeds()
  if (needs.every(({ query, items }) => !query.isLoading && query.error === null && items.length === 0))
    return (
      <Alert tone="ok" title={texts.nothingTitle}>
        {texts.nothing}
      </Alert>
    )
  const failed = needs.filter(hasFailed)
  // If several reads failed, the reason is usually the same, so one error is shown for all of them.
  const [first] = failed.length > 1 ? failed : []
  const shown = first ? needs.filter((need) => !hasFailed(need)) : needs
  return (
    <div className="needs">
      {first && (
        <section className="panel" aria-label={texts.needs}>
          <h2>{texts.needs}</h2>
          <ErrorState error={first.query.error!} onRetry={() => failed.forEach(({ query: { refetch } }) => void refetch())} />
        </section>
      )}
      {shown.map((need) => (
        <Need key={need.title} {...need} />
      ))}
    </div>
  )
}

/** Suggestions for a new business. The overview leaves out suggestions whose pages the person's role may not open. */
const FIRST_STEPS = [
  { page: '/customers', href: '/customers/new', label: texts.addCustomer },
  { page: '/addresses', href: '/addresses', label: texts.giveAddress },
  { page: '/inbound', href: '/inbound/new', label: texts.announce },
  { page: '/developers', href: '/developers', label: texts.makeKey },
]

const FirstSteps = () => {
  const { role, isViewOnly } = usePlace()
  const steps = isViewOnly ? [] : FIRST_STEPS.filter(({ page }) => mayOpenPath(role, page))
  return (
    <>
      <p className="hint">{texts.recentEmpty}</p>
      {steps.length > 0 && (
        <nav className="actions" aria-label={texts.firstSteps}>
          {steps.map(({ href, label }) => (
            <ButtonLink key={href} href={href}>
              {label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </>
  )
}

export default () => {
  const { business, role, isViewOnly } = usePlace()
  const recent = useList('listPackages', { per_page: RECENT })
  return (
    <Page
      title={business.name}
      lead={texts.lead}
      actions={
        mayBook(role) &&
        !isViewOnly && (
          <ButtonLink href="/quotes/new" look="primary" icon="plus">
            {texts.getPrice}
          </ButtonLink>
        )
      }
    >
      <Needs />
      <Section title={texts.recent}>
        <Loaded query={recent}>
          {({ items }) =>
            items.length === 0 ? (
              <FirstSteps />
            ) : (
              <Table
                caption={texts.recent}
                rows={items}
                keyOf={(parcel) => parcel.parcel_id}
                hrefOf={(parcel) => `/packages/${parcel.parcel_id}`}
                columns={[
                  { head: packageTexts.number, cell: (parcel) => parcel.parcel_number },
                  { head: packageTexts.status, cell: (parcel) => <StatusMark parcel={parcel} /> },
                  { head: packageTexts.customer, cell: (parcel) => <PackageCustomer parcel={parcel} /> },
                  { head: packageTexts.booked, cell: (parcel) => <Moment at={parcel.created_at} /> },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}
