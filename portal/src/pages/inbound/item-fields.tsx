// One kind of goods in an announced parcel.

import { Button } from '../../components/button.tsx'
import { CheckField, NumberField, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { texts } from '../../texts/inbound.ts'
import type { ItemDraft } from './draft.ts'

type Props = { at: number; item: ItemDraft; errorOf: ErrorOf; onItem: (item: ItemDraft) => void; onRemove?: () => void }

export const ItemFields = ({ at, item, errorOf, onItem, onRemove }: Props) => {
  const set = (changed: Partial<ItemDraft>): void => onItem({ ...item, ...changed })
  const of = (name: string) => errorOf(`items[${at}].${name}`, `inbound_parcel.items[${at}].${name}`)
  return (
    <fieldset className="stack">
      <legend className={onRemove ? undefined : 'unseen'}>{texts.item(at + 1)}</legend>
      <div className="fields">
        <TextField
          label={texts.description}
          value={item.description}
          onValue={(description) => set({ description })}
          error={of('description')}
          autoComplete="off"
        />
        <NumberField
          label={texts.quantity}
          value={item.quantity}
          onValue={(quantity) => set({ quantity })}
          error={of('quantity')}
          inputMode="numeric"
          isOptional
        />
        <NumberField
          label={texts.unitValue}
          value={item.unitValue}
          onValue={(unitValue) => set({ unitValue })}
          error={of('unit_value')}
          isOptional
        />
        <TextField
          label={texts.currency}
          value={item.currency}
          onValue={(currency) => set({ currency })}
          error={of('currency')}
          placeholder="CNY"
          autoComplete="off"
          isOptional
        />
        <TextField
          label={texts.hsCode}
          value={item.hsCode}
          onValue={(hsCode) => set({ hsCode })}
          error={of('hs_code')}
          inputMode="numeric"
          autoComplete="off"
          isOptional
        />
        <TextField
          label={texts.madeIn}
          value={item.madeIn}
          onValue={(madeIn) => set({ madeIn })}
          error={of('country_of_origin')}
          autoComplete="off"
          isOptional
        />
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
