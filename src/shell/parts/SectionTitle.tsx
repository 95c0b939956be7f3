import type { ReactNode } from 'react'
import './page.css'

interface SectionTitleProps {
  /** Without it, the line has only its action. */
  readonly children?: ReactNode
  /** Small number after the title. */
  readonly count?: number
  /** At the right end of the line: a link or a field. */
  readonly action?: ReactNode
}

/** The heading of a section within a page: title, number, and one action at the end. */
export function SectionTitle({ children, count, action }: SectionTitleProps) {
  return (
    <div className="oa-section-title row gap-12 between">
      {children ? <h2>{children}{count !== undefined && <span className="num">{count}</span>}</h2> : <span />}
      {action}
    </div>
  )
}
