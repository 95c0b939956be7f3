import type { ReactNode } from 'react'
import { useText } from '../text.tsx'
import { titleLinesOf, type TitleSource } from './title.ts'
import './document-title.css'

interface DocumentTitleProps {
  readonly row: TitleSource
  /** Of the first part. */
  readonly className?: string
  /** Draws the first part, as a link for instance. */
  first?(text: string): ReactNode
}

/** A document's title and what it is about, in one line. A title of the product's own is left out: person and process stand beside it. */
export function DocumentTitle({ row, className = '', first: draw }: DocumentTitleProps) {
  const { first, second, isGiven } = titleLinesOf(row, useText())
  return (
    <span className="oa-document-title">
      {draw ? draw(first) : <span className={`cut ${className}`}>{first}</span>}
      {second !== undefined && !isGiven && <span className="oa-subject cut" title={second}>{second}</span>}
    </span>
  )
}
