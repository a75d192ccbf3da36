// The business's own address in Nigeria, to which its imports go.

import { countryName } from '../../../../web/format.ts'
import { usePlace } from '../../scope.tsx'
import { texts } from '../../texts/quotes.ts'

export const OwnAddress = () => {
  const { own_address: own } = usePlace().business
  if (!own.address?.street) return <p className="hint">{texts.ownAddressUnset}</p>
  const { name, phone, address } = own
  const place = [address?.city, address?.postal_code, address?.state, address?.country && countryName(address.country)]
  return (
    <div>
      <p className="hint">{texts.ownAddress}</p>
      <address>
        {[name, phone, address?.street, place.filter(Boolean).join(', ')].filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </div>
  )
}
