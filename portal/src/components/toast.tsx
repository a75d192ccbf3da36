// Short notes that something was done. Screen readers read them out, and they disappear by themselves.

import type { ReactNode } from 'react'
import { createContext, use, useCallback, useState } from 'react'
import { Icon } from '../../../web/icons.tsx'

const SHOWN_MS = 6_000

const ToastContext = createContext<(text: string) => void>(() => {})

export const useToast = () => use(ToastContext)

export const Toasts = ({ children }: { children: ReactNode }) => {
  const [shown, setShown] = useState<{ id: number; text: string }[]>([])
  const add = useCallback((text: string) => {
    const id = performance.now()
    setShown((now) => [...now, { id, text }])
    setTimeout(() => setShown((now) => now.filter((toast) => toast.id !== id)), SHOWN_MS)
  }, [])
  return (
    <ToastContext value={add}>
      {children}
      <div className="toasts" role="status">
        {shown.map(({ id, text }) => (
          <div key={id} className="toast">
            <Icon name="check" />
            {text}
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
