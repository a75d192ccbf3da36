// Reads a UBL document into a tree, and lists the rules of EN 16931 and Peppol BIS Billing 3 that the document breaks.

export type Element = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: Element[] }

const TOKEN = /<(\/?)([A-Za-z:0-9]+)((?:\s[A-Za-z:]+="[^"]*")*)>|([^<]+)/g
const ATTRIBUTE = /([A-Za-z:]+)="([^"]*)"/g

/** Throws if the document is not well-formed, or if an element is empty. */
export const readXml = (xml: string): Element => {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const body = xml.slice(xml.indexOf('?>') + 2)
  let end = 0
  for (const match of body.matchAll(TOKEN)) {
    if (match.index !== end) throw new Error(`not well-formed at ${body.slice(end, end + 40)}`)
    end += match[0].length
    const [, slash, name, attributes, text] = match
    if (text !== undefined) open.at(-1)!.text += text.trim()
    else if (slash) {
      const closed = open.pop()!
      if (closed.name !== name) throw new Error(`${closed.name} is closed by ${name}`)
      if (closed.text === '' && closed.children.length === 0) throw new Error(`${name} is empty`)
    } else {
      const made = {
        name: name!,
        attributes: Object.fromEntries([...attributes!.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, value!])),
        text: '',
        children: [],
      }
      open.at(-1)!.children.push(made)
      open.push(made)
    }
  }
  if (end !== body.length || open.length !== 1) throw new Error('not well-formed at the end')
  return root.children[0]!
}

/** The elements at a path of names without namespace prefixes, for example `TaxTotal/TaxSubtotal`. */
export const all = (from: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name.replace(/^c[ab]c:/, '') === name)),
      [from],
    )

export const text = (from: Element, path: string): string | undefined => all(from, path)[0]?.text

const kobo = (amount: string | undefined): number =>
  amount !== undefined && /^-?\d+\.\d\d$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The elements that Waybill uses, in the order that the UBL schema requires. */
const ORDER = [
  'UBLVersionID',
  'CustomizationID',
  'ProfileID',
  'ID',
  'IssueDate',
  'DueDate',
  'InvoiceTypeCode',
  'CreditNoteTypeCode',
  'Note',
  'DocumentCurrencyCode',
  'BuyerReference',
  'BillingReference',
  'AccountingSupplierParty',
  'AccountingCustomerParty',
  'PaymentMeans',
  'PaymentTerms',
  'TaxTotal',
  'LegalMonetaryTotal',
  'InvoiceLine',
  'CreditNoteLine',
]
const PARTY_ORDER = ['EndpointID', 'PartyName', 'PostalAddress', 'PartyTaxScheme', 'PartyLegalEntity', 'Contact']
const ADDRESS_ORDER = ['StreetName', 'CityName', 'PostalZone', 'CountrySubentity', 'AddressLine', 'Country']

const isOrdered = (element: Element, order: readonly string[]): boolean => {
  const places = element.children.map(({ name }) => order.indexOf(name.replace(/^c[ab]c:/, '')))
  return places.every((place, index) => place >= 0 && (index === 0 || place >= places[index - 1]!))
}

const requires = (from: Element, rules: Readonly<Record<string, string>>): string[] =>
  Object.entries(rules).flatMap(([path, rule]) =>
    text(from, path) || all(from, path)[0]?.children.length ? [] : [`${rule}: ${path} is missing`],
  )

const ISO_DATE = /^\d{4}-\d\d-\d\d$/
const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

const headFaults = (root: Element, isCredit: boolean): string[] => {
  const type = text(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode')
  return [
    ...requires(root, {
      CustomizationID: 'BR-01',
      ID: 'BR-02',
      IssueDate: 'BR-03',
      DocumentCurrencyCode: 'BR-05',
      BuyerReference: 'PEPPOL-R003',
      ProfileID: 'PEPPOL-R001',
      'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName': 'BR-06',
      'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName': 'BR-07',
      'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode': 'BR-09',
      'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode': 'BR-11',
      'AccountingSupplierParty/Party/EndpointID': 'PEPPOL-R020',
      'AccountingCustomerParty/Party/EndpointID': 'PEPPOL-R010',
      [isCredit ? 'CreditNoteLine' : 'InvoiceLine']: 'BR-16',
    }),
    ...(text(root, 'CustomizationID') === PEPPOL ? [] : ['PEPPOL-R004']),
    ...(text(root, 'ProfileID') === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' ? [] : ['PEPPOL-R007']),
    ...(type === (isCredit ? '381' : '380') ? [] : ['BR-04']),
    ...(ISO_DATE.test(text(root, 'IssueDate') ?? '') ? [] : ['BR-03: no date']),
    ...(text(root, 'DueDate') || text(root, 'PaymentTerms/Note') ? [] : ['BR-CO-25']),
    ...(isCredit && !text(root, 'BillingReference/InvoiceDocumentReference/ID') ? ['BR-55'] : []),
    ...(isOrdered(root, ORDER) ? [] : ['the order of the schema']),
  ]
}

const partyFaults = (root: Element): string[] =>
  ['AccountingSupplierParty', 'AccountingCustomerParty'].flatMap((role) => {
    const [party] = all(root, `${role}/Party`)
    const [endpoint] = all(party!, 'EndpointID')
    const taxes = all(party!, 'PartyTaxScheme')
    const isPrefixed = (scheme: Element): boolean =>
      text(scheme, 'TaxScheme/ID') !== 'VAT' || /^[A-Z]{2}/.test(text(scheme, 'CompanyID') ?? '')
    return [
      ...(endpoint && !/^(?:\d{4}|EM)$/.test(endpoint.attributes.schemeID ?? '') ? [`BR-62/63: scheme of ${role}`] : []),
      ...(taxes.every(isPrefixed) ? [] : [`BR-CO-09: ${role}`]),
      ...(/^[A-Z]{2}$/.test(text(party!, 'PostalAddress/Country/IdentificationCode') ?? '') ? [] : [`BR-CL-14: ${role}`]),
      ...(isOrdered(party!, PARTY_ORDER) && isOrdered(all(party!, 'PostalAddress')[0]!, ADDRESS_ORDER) ? [] : [`the order of ${role}`]),
      ...(role === 'AccountingSupplierParty' && taxes.length === 0 && !text(party!, 'PartyLegalEntity/CompanyID') ? ['BR-CO-26'] : []),
    ]
  })

const paymentFaults = (root: Element): string[] =>
  all(root, 'PaymentMeans').flatMap((means) => [
    ...(text(means, 'PaymentMeansCode') ? [] : ['BR-49']),
    ...(text(means, 'PaymentMeansCode') === '30' && !text(means, 'PayeeFinancialAccount/ID') ? ['BR-61'] : []),
  ])

const categoryOf = (element: Element, path: string): string =>
  `${text(element, `${path}/ID`)} ${Number(text(element, `${path}/Percent`) ?? 0)}`

const lineFaults = (line: Element, quantity: string): string[] => {
  const [net, price] = [kobo(text(line, 'LineExtensionAmount')), kobo(text(line, 'Price/PriceAmount'))]
  const [pieces] = all(line, quantity)
  return [
    ...requires(line, {
      ID: 'BR-21',
      [quantity]: 'BR-22',
      LineExtensionAmount: 'BR-24',
      'Item/Name': 'BR-25',
      'Price/PriceAmount': 'BR-26',
    }),
    ...requires(line, { 'Item/ClassifiedTaxCategory/ID': 'BR-CO-04', 'Item/ClassifiedTaxCategory/TaxScheme/ID': 'BR-CO-04' }),
    ...(pieces?.attributes.unitCode ? [] : ['BR-23']),
    ...(net === price * Number(pieces?.text) ? [] : ['PEPPOL-R120']),
    ...(price >= 0 ? [] : ['BR-27']),
  ]
}

const taxFaults = (root: Element, lines: readonly Element[]): string[] => {
  const subtotals = all(root, 'TaxTotal/TaxSubtotal')
  const codes = subtotals.map((each) => text(each, 'TaxCategory/ID')!)
  const nets = Map.groupBy(lines, (line) => categoryOf(line, 'Item/ClassifiedTaxCategory'))
  const found = new Set(subtotals.map((each) => categoryOf(each, 'TaxCategory')))
  const [sellers] = [all(root, 'AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme/ID').map((each) => each.text)]
  return [
    ...(subtotals.length === found.size ? [] : ['BR-CO-18: a category twice']),
    ...([...nets.keys()].every((key) => found.has(key)) ? [] : ['BR-CO-18: a category is missing']),
    ...(codes.includes('O') && new Set(codes).size > 1 ? ['BR-O-11'] : []),
    ...(codes.includes('O') && sellers.includes('VAT') ? ['BR-O-02'] : []),
    ...(codes.some((code) => code !== 'O') && sellers.length === 0 ? ['BR-S-02'] : []),
    ...subtotals.flatMap((each) => {
      const [code, percent] = [text(each, 'TaxCategory/ID')!, text(each, 'TaxCategory/Percent')]
      const [net, tax] = [kobo(text(each, 'TaxableAmount')), kobo(text(each, 'TaxAmount'))]
      const reason = text(each, 'TaxCategory/TaxExemptionReason')
      const own = nets.get(categoryOf(each, 'TaxCategory')) ?? []
      return [
        ...(net === sum(own.map((line) => kobo(text(line, 'LineExtensionAmount')))) ? [] : [`BR-${code}-08`]),
        ...(Math.abs(tax - Math.round((net * Number(percent ?? 0)) / 100)) < 100 ? [] : ['BR-CO-17']),
        ...(code === 'S' && !(Number(percent) > 0) ? ['BR-S-05'] : []),
        ...(code !== 'S' && tax !== 0 ? [`BR-${code}-09`] : []),
        ...(['E', 'O'].includes(code) !== (reason !== undefined) ? [`BR-${code}-10`] : []),
        ...((code === 'O') === (percent === undefined) ? [] : ['BR-48']),
      ]
    }),
  ]
}

const totalFaults = (root: Element, lines: readonly Element[]): string[] => {
  const amount = (name: string): number => kobo(text(root, `LegalMonetaryTotal/${name}`))
  const tax = kobo(text(root, 'TaxTotal/TaxAmount'))
  return [
    ...(amount('LineExtensionAmount') === sum(lines.map((line) => kobo(text(line, 'LineExtensionAmount')))) ? [] : ['BR-CO-10']),
    ...(amount('TaxExclusiveAmount') === amount('LineExtensionAmount') ? [] : ['BR-CO-13']),
    ...(tax === sum(all(root, 'TaxTotal/TaxSubtotal').map((each) => kobo(text(each, 'TaxAmount')))) ? [] : ['BR-CO-14']),
    ...(amount('TaxInclusiveAmount') === amount('TaxExclusiveAmount') + tax ? [] : ['BR-CO-15']),
    ...(amount('PayableAmount') === amount('TaxInclusiveAmount') ? [] : ['BR-CO-16']),
  ]
}

/** The rules that an invoice or a credit note breaks. The list is empty if the document is valid. Sums must match to the kobo. */
export const faultsOf = (root: Element): string[] => {
  const isCredit = root.name === 'CreditNote'
  const lines = all(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine')
  return [
    ...headFaults(root, isCredit),
    ...partyFaults(root),
    ...paymentFaults(root),
    ...lines.flatMap((line) => lineFaults(line, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity')),
    ...taxFaults(root, lines),
    ...totalFaults(root, lines),
  ]
}
