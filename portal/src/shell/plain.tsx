// The frame of pages that belong to no business: the operator's name, and one panel.

import type { ReactNode } from 'react'
import { useBrand } from '../session.tsx'
import { texts } from '../texts/shell.ts'

export const BrandMark = () => {
  const brand = useBrand()
  return (
    <span className="brand">
      {brand?.logo_url && <img src={brand.logo_url} alt="" />}
      <span>{brand?.name ?? texts.product}</span>
    </span>
  )
}

export const Plain = ({ children }: { children: ReactNode }) => (
  <div className="alone">
    <header>
      <BrandMark />
    </header>
    <main className="panel stack">{children}</main>
  </div>
)
