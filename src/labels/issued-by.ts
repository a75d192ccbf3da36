// What a PDF says of who made it: the operator, and our own name only where the operator has not said its.

const UNNAMED = 'Waybill'

export const issuedBy = (operator: string = UNNAMED) => ({ Creator: operator, Producer: operator })
