// The fields of one kind of goods in an announced parcel.

import { Button } from '../../components/button.tsx'
import { CheckField, NumberField, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { texts } from '../../texts/inbound.ts'
import type { ItemDraft } from './draft.ts'

type Props = { at: number; item: ItemDraft; errorOf: ErrorOf; onItem: (item: ItemDraft) => void; onRemove?: () => void }

export const ItemFields = ({ at, item, errorOf, onItem, onRemove }: Props) => {
  const set = (changed: Partial<ItemDraft>): void => onItem({ ...item, ...changed })
  const of = (key: Exclude<keyof ItemDraft, 'hasBattery' | 'hasLiquid'>, name: string) => ({
    value: item[key],
    onValue: (value: string) => set({ [key]: value }),
    error: errorOf(`items[${at}].${name}`, `inbound_parcel.items[${at}].${name}`),
    autoComplete: 'off',
  })
  return (
    <fieldset className="stack">
      <legend className={onRemove ? undefined : 'unseen'}>{texts.item(at + 1)}</legend>
      <div className="fields">
        <TextField label={texts.description} {...of('description', 'description')} />
        <NumberField label={texts.quantity} {...of('quantity', 'quantity')} inputMode="numeric" isOptional />
        <NumberField label={texts.unitValue} {...of('unitValue', 'unit_value')} isOptional />
        <TextField label={texts.currency} {...of('currency', 'currency')} placeholder="CNY" isOptional />
        <TextField label={texts.hsCode} {...of('hsCode', 'hs_code')} inputMode="numeric" isOptional />
        <TextField label={texts.madeIn} {...of('madeIn', 'country_of_origin')} isOptional />
      </div>
      <div className="actions">
        <CheckField label={texts.battery} isOn={item.hasBattery} onValue={(hasBattery) => set({ hasBattery })} />
        <CheckField label={texts.liquid} isOn={item.hasLiquid} onValue={(hasLiquid) => set({ hasLiquid })} />
        {onRemove && (
          <Button look="quiet" onClick={onRemove}>
            {texts.removeItem(at + 1)}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
