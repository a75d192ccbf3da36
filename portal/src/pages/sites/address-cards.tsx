// The warehouse addresses that suppliers ship to, for the business or one customer. Each can be copied or shown as a QR code, and the page can be printed.

import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { countryName } from '../../../../web/format.ts'
import { Button } from '../../components/button.tsx'
import { CopyText } from '../../components/copied/copy-text.tsx'
import { CustomerPicker } from '../../components/customer-picker.tsx'
import { ChoiceField, optionsOf } from '../../components/field.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { Alert, Empty, Loaded, Loading } from '../../components/states.tsx'
import { usePlace, useRead } from '../../scope.tsx'
import { texts } from '../../texts/sites.ts'
import type { WarehouseAddress } from '../../wire.ts'

const QrCode = lazy(() => import('../../components/copied/qr-code.tsx'))

const Written = ({ site, language, text }: { site: string; language: string; text: string }) => {
  const [hasCode, setHasCode] = useState(false)
  return (
    <div className="stack">
      <h3>{language}</h3>
      <CopyText label={texts.copyAddress(site, language)} text={text} />
      {hasCode ? (
        <Suspense fallback={<Loading rows={1} />}>
          <QrCode label={texts.qr(site, language)} text={text} />
        </Suspense>
      ) : (
        <div>
          <Button look="quiet" onClick={() => setHasCode(true)}>
            {texts.qrShow}
          </Button>
        </div>
      )}
    </div>
  )
}

const Card = ({ card }: { card: WarehouseAddress }) => (
  <Section title={card.site_name}>
    <Facts
      facts={[
        [texts.id, card.customer_identifier],
        [texts.country, countryName(card.country)],
        [texts.hours, card.opening_hours],
      ]}
    />
    <div className="halves">
      <Written site={card.site_name} language={texts.english} text={card.english.text} />
      {card.local && <Written site={card.site_name} language={texts.local} text={card.local.text} />}
    </div>
  </Section>
)

const Cards = ({ customerId }: { customerId: string | null }) => {
  const cards = useRead('listWarehouseAddresses', { query: customerId === null ? {} : { customer_id: customerId } })
  return (
    <Loaded query={cards}>
      {(found) =>
        found.length === 0 ? (
          <Empty icon="place" title={texts.emptyTitle}>
            {texts.empty}
          </Empty>
        ) : (
          // The key contains the customer's ID. If the user chooses another customer, React creates new cards and open QR codes are closed.
          found.map((card) => <Card key={`${card.site} ${card.customer_identifier}`} card={card} />)
        )
      }
    </Loaded>
  )
}

/** Chooses the customer whose addresses are shown. The URL holds the customer's id. */
const OfCustomer = ({ id, onId }: { id: string | null; onId: (id: string) => void }) => {
  const customer = useRead('getCustomer', { id: id ?? '' }, { isOn: id !== null })
  return (
    <>
      <CustomerPicker
        customer={id === null ? null : (customer.data?.data ?? null)}
        onCustomer={(chosen) => onId(chosen?.parcel_customer_id ?? '')}
      />
      {id === null && <p className="hint">{texts.choose}</p>}
    </>
  )
}

export default () => {
  const { isTest, business } = usePlace()
  const [search, setSearch] = useSearchParams()
  /** The id of the chosen customer. Null: the business itself. Empty: no customer is chosen yet. */
  const named = search.get('customer') ?? (business.parcel_customer_account ? '' : null)
  const set = (id: string | null): void => setSearch(id === null ? {} : { customer: id }, { replace: true })
  const isReady = named === null || named !== ''
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        isReady && (
          <Button icon="print" onClick={() => window.print()}>
            {texts.print}
          </Button>
        )
      }
    >
      {isTest && <Alert tone="warning">{texts.testNote}</Alert>}
      <Section title={texts.whose}>
        {!business.parcel_customer_account && (
          <ChoiceField
            label={texts.whose}
            isLabelHidden
            isInRow
            value={named === null ? 'business' : 'customer'}
            onValue={(value) => set(value === 'business' ? null : '')}
            choices={optionsOf({ business: texts.ofBusiness, customer: texts.ofCustomer })}
          />
        )}
        {named !== null && <OfCustomer id={named || null} onId={set} />}
      </Section>
      {isReady && <Cards customerId={named} />}
    </Page>
  )
}
