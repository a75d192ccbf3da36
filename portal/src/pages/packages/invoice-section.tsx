// The invoices of a package: of its freight, storage and services.

import { Link } from 'wouter'
import { Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useList } from '../../scope.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import { Amount, InvoiceMark } from '../billing/billing-parts.tsx'

export const InvoiceSection = ({ packageId }: { packageId: string }) => {
  const invoices = useList('listInvoices', { package_id: packageId })
  return (
    <Section title={texts.invoices}>
      <Loaded query={invoices} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">{texts.noInvoices}</p>
          ) : (
            <ul className="plain-list">
              {items.map((invoice) => (
                <li key={invoice.invoice_id}>
                  <Link href={`/billing/invoices/${invoice.invoice_id}`}>{invoice.number}</Link> <InvoiceMark invoice={invoice} />
                  <div>
                    <Amount amount={invoice.total} currency={invoice.currency} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
