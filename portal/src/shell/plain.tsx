// The frame of pages without a business: the operator's name, and one panel.

import type { ReactNode } from 'react'
import { useBrand } from '../session.tsx'
import { texts } from '../texts/shell.ts'

export const BrandMark = () => {
  const { name, logo_url: logo } = useBrand()
  return (
    <span className="brand">
      {logo !== null && <img src={logo} alt="" />}
      <span>{name ?? texts.product}</span>
    </span>
  )
}

export const Plain = ({ children }: { children: ReactNode }) => (
  <div className="alone">
    <BrandMark />
    <main className="panel stack">{children}</main>
  </div>
)
