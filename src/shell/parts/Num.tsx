import type { ReactNode } from 'react'
import './figures.css'

/** A number, date or document number: tabular digits without line break; an empty value is displayed as a dash. */
export function Num({ children }: { children: ReactNode }) {
  const isNothing = children === null || children === undefined || children === ''
  return isNothing ? <span className="oa-nothing">—</span> : <span className="num">{children}</span>
}
