import type { ReactNode } from 'react'
import { useText } from '../text.tsx'
import { titleLinesOf, type TitleSource } from './title.ts'
import './document-title.css'

interface DocumentTitleProps {
  readonly row: TitleSource
  /** Class of the first part. */
  readonly className?: string
  /** Renders the first part, e.g. as a link. */
  first?(text: string): ReactNode
}

/** A document's title and subject on one line. A generated title is left out, because initiator and form are shown next to it. */
export function DocumentTitle({ row, className = '', first: draw }: DocumentTitleProps) {
  const { first, second, isGiven } = titleLinesOf(row, useText())
  return (
    <span className="oa-document-title baseline flex wrap">
      {draw ? draw(first) : <span className={`cut ${className}`}>{first}</span>}
      {second !== undefined && !isGiven && (
        <span className="oa-subject cut muted regular narrow" title={second}>{withWholeDates(second)}</span>
      )}
    </span>
  )
}

/** A text whose dates do not wrap at their hyphens. */
function withWholeDates(text: string): ReactNode {
  const parts = text.split(/(\d{2,4}-\d{2}(?:-\d{2})?)/)
  return parts.length === 1 ? text : parts.map((part, index) => (index % 2 ? <span key={index} className="num">{part}</span> : part))
}
