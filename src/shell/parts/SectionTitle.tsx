import type { ReactNode } from 'react'
import './page.css'

interface SectionTitleProps {
  /** Without one, the line holds its action alone. */
  readonly children?: ReactNode
  /** Stands after the title, small. */
  readonly count?: number
  /** Right end of the line: a link or a field. */
  readonly action?: ReactNode
}

/** The head of a section within a page: title, number, and one action at its end. */
export function SectionTitle({ children, count, action }: SectionTitleProps) {
  return (
    <div className="oa-section-title">
      {children ? <h2>{children}{count !== undefined && <span className="num">{count}</span>}</h2> : <span />}
      {action}
    </div>
  )
}
