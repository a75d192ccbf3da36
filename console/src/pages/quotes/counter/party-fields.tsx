// The inputs of a sender or a recipient.

import { SimpleGrid, TextInput } from '@mantine/core'
import { typed } from '../../../components/form.tsx'
import { t } from '../../../strings.ts'
import type { PartyFields as Party } from './fields.ts'
import { PARTY_FIELDS, partyPath } from './fields.ts'

type PartyFieldsProps = {
  side: 'sender' | 'recipient'
  party: Party
  errorOf: (field: string) => string | undefined
  onChange: (party: Party) => void
}

export const PartyFields = ({ side, party, errorOf, onChange }: PartyFieldsProps) => (
  <fieldset className="fieldset">
    <legend>{t(`quotes.${side}`)}</legend>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs">
      {PARTY_FIELDS.map((field) => (
        <TextInput
          key={field}
          label={t(`counter.${field}`)}
          autoComplete="off"
          {...typed(
            party[field],
            (text) => onChange({ ...party, [field]: text }),
            errorOf(partyPath(side, field)) ?? (field === 'name' ? errorOf(`parcel.${side}`) : undefined),
          )}
        />
      ))}
    </SimpleGrid>
  </fieldset>
)
