// The form fields for the cargo, which depend on the direction and the mode of transport.

import { Button } from '../../components/button.tsx'
import { NumberField, SelectField, TextField } from '../../components/field.tsx'
import type { ErrorOf } from '../../components/form.tsx'
import { texts } from '../../texts/quotes.ts'
import type { CargoDraft, Draft } from './draft.ts'
import { CONTAINER_SIZES, emptyCargo, isByVolume } from './draft.ts'

type ItemProps = {
  item: CargoDraft
  onItem: (item: CargoDraft) => void
  transport: Draft['transport']
  /**
   * Whether the item has a field for the description of air cargo. Only the first item has the field, because one description covers all
   * items.
   */
  hasGoods: boolean
  hasKind: boolean
  errorOf: (field: string) => string | undefined
}

const SIZES = CONTAINER_SIZES.map((value) => ({ value, label: value }))

const Item = ({ item, onItem, transport, hasGoods, hasKind, errorOf }: ItemProps) => {
  const of = (key: Exclude<keyof CargoDraft, 'key'>, field: string) => ({
    value: item[key],
    onValue: (value: string) => onItem({ ...item, [key]: value }),
    error: errorOf(field),
  })
  const isOcean = transport === 'ocean'
  const isMeasured = !isOcean || isByVolume(item.size)
  const isWeightOptional = isOcean && !['Ro-Ro', 'Breakbulk'].includes(item.size)
  return (
    <div className="stack">
      <div className="fields">
        {isOcean && <SelectField label={texts.containerSize} options={SIZES} {...of('size', 'container_size')} />}
        {isOcean && <NumberField label={texts.quantity} inputMode="numeric" {...of('quantity', 'quantity')} />}
        {isOcean && <TextField label={texts.commodity} isOptional {...of('goods', 'commodity')} />}
        {hasGoods && <TextField label={texts.description} isOptional {...of('goods', 'item_description')} />}
        {hasKind && <TextField label={texts.packageType} placeholder={texts.packageTypes} isOptional {...of('kind', 'package_type')} />}
      </div>
      <div className="fields small">
        <NumberField label={isOcean ? texts.totalWeight : texts.weight} isOptional={isWeightOptional} {...of('weight', 'weight')} />
        {isMeasured && isOcean && <NumberField label={texts.volume} {...of('volume', 'volume')} />}
        {isMeasured && (
          <>
            <NumberField label={texts.length} {...of('length', 'length')} />
            <NumberField label={texts.width} {...of('width', 'width')} />
            <NumberField label={texts.height} {...of('height', 'height')} />
          </>
        )}
      </div>
      {isMeasured && <p className="hint">{isOcean ? texts.volumeHint : texts.dimensionsHint}</p>}
    </div>
  )
}

type CargoProps = { draft: Draft; onCargo: (cargo: CargoDraft[]) => void; errorOf: ErrorOf }

export const CargoFields = ({ draft: { direction, transport, cargo }, onCargo, errorOf }: CargoProps) => {
  const isSingle = direction === 'export' && transport === 'air'
  const items = isSingle ? cargo.slice(0, 1) : cargo
  const pathOf = (at: number) => (isSingle ? 'parcel.package' : `parcel.packages[${at}]`)
  const add = () => onCargo([...cargo, emptyCargo(Math.max(...cargo.map(({ key }) => key)) + 1)])
  return (
    <>
      {items.map((item, at) => (
        <fieldset key={item.key} className="item">
          {items.length > 1 && (
            <legend>
              {texts.item(at + 1)}{' '}
              <Button look="quiet" onClick={() => onCargo(cargo.filter(({ key }) => key !== item.key))}>
                {texts.removeItem}
              </Button>
            </legend>
          )}
          <Item
            item={item}
            onItem={(changed) => onCargo(cargo.map((each) => (each.key === changed.key ? changed : each)))}
            transport={transport}
            hasGoods={transport === 'air' && at === 0}
            hasKind={transport === 'air' && !isSingle}
            errorOf={(field) =>
              field === 'item_description'
                ? errorOf(`${pathOf(at)}.${field}`, 'parcel.description')
                : field === 'weight'
                  ? errorOf(`${pathOf(at)}.${field}`, ...(at === 0 ? ['parcel.packages', 'parcel.package', 'parcel.declared_weight'] : []))
                  : errorOf(`${pathOf(at)}.${field}`)
            }
          />
        </fieldset>
      ))}
      {!isSingle && (
        <div className="actions">
          <Button icon="plus" onClick={add}>
            {texts.addItem}
          </Button>
        </div>
      )}
    </>
  )
}
