// Rules of the operator on money.

export type MoneyRules = { warehouseSeesMoney: boolean }
