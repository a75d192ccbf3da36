// Sections of the package page: collection, invoices, photos and storage.

import { useState } from 'react'
import { Link } from 'wouter'
import { formatDate, formatMoney, formatNumber } from '../../../../web/format.ts'
import { CopyText } from '../../components/copied/copy-text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Facts, Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useList, usePicture, useRead } from '../../scope.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import { Moment } from '../../times.tsx'
import type { Parcel, Photo } from '../../wire.ts'
import { Amount, InvoiceMark } from '../billing/billing-parts.tsx'

/** Shows when the package became ready for collection, which code the recipient must give, and when the package was handed out. */
export const CollectionSection = ({ id }: { id: string }) => {
  const collection = useRead('getCollection', { id })
  return (
    <Section title={texts.collection}>
      <Loaded query={collection} rows={1}>
        {({ ready_for_collection_at: readyAt, collection_code: code, handed_out_at: handedOutAt }) => (
          <>
            {code !== null && (
              <>
                <p>{texts.collectionLead}</p>
                <CopyText label={texts.collectionCode} text={code} />
              </>
            )}
            <Facts
              facts={[
                [texts.readySince, <Moment key="ready" at={readyAt} />],
                handedOutAt !== null && [texts.handedOut, <Moment key="handed-out" at={handedOutAt} />],
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Shows the invoices for the package's freight, storage and services. */
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

const Picture = ({ photo, alt }: { photo: Photo; alt: string }) => {
  const { data: address } = usePicture(photo.url)
  return address === undefined ? <span className="skeleton" /> : <img src={address} alt={alt} width={photo.width} height={photo.height} />
}

/** The warehouse's photos of the package. A click opens a photo in a dialog. Shows nothing if the package has no photos. */
export const Photos = ({ id }: { id: string }) => {
  const { data: photos = [] } = useRead('listPackagePhotos', { id })
  const [open, setOpen] = useState<number | null>(null)
  const shown = open === null ? undefined : photos[open]
  if (photos.length === 0) return null
  const nameOf = (at: number): string => texts.photoOf(at + 1, photos.length)
  return (
    <Section title={texts.photos}>
      <ul className="photos">
        {photos.map((photo, at) => (
          <li key={photo.photo_id}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(at)}>
              <Picture photo={photo} alt={nameOf(at)} />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog title={nameOf(open!)} onClose={() => setOpen(null)}>
          <Picture photo={shown} alt={nameOf(open!)} />
        </Dialog>
      )}
    </Section>
  )
}

/** Whether storage days are still counted: the package is in the warehouse, or was cancelled and is still kept there. */
const isRunning = ({ status, milestones }: Parcel): boolean => status === 'warehouse' || milestones.kept_since !== null

const sumText = (lastFree: string, days: number, freeDays: number, isOver: boolean): string => {
  if (days === 0) return isOver ? texts.endedFree : `${texts.freeUntil(formatDate(lastFree), freeDays)} ${texts.noCharge}`
  return `${texts.freeEnded(formatDate(lastFree), freeDays)} ${isOver ? texts.endedCharged(days) : texts.chargedDays(days)}`
}

/** The package's free storage days, the days that are charged, and the amount due. */
export const StorageSection = ({ parcel }: { parcel: Parcel }) => {
  const { storage_fee: fee, status } = parcel
  const { start_date: start, last_free_day: lastFree, chargeable_storage_days: days, currency } = fee
  return (
    <Section title={texts.storage}>
      {start === undefined || lastFree === undefined ? (
        <p className="hint">{status === 'booked' ? texts.notArrived : texts.notStored}</p>
      ) : (
        <>
          <p>{sumText(lastFree, days, fee.free_days, !isRunning(parcel))}</p>
          <Facts
            facts={[
              [texts.arrived, formatDate(start)],
              [texts.days, formatNumber(days)],
              [texts.area, `${formatNumber(fee.storage_area_sqm)} m²`],
              [texts.rate, formatMoney(fee.daily_rate, currency)],
              [texts.due, <strong key="due">{formatMoney(fee.amount_due, currency)}</strong>],
            ]}
          />
        </>
      )}
    </Section>
  )
}
