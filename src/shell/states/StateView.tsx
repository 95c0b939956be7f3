import type { ReactNode } from 'react'
import { illustrations, type IllustrationName } from './illustrations.tsx'
import './states.css'

interface StateViewProps {
  readonly illustration: IllustrationName
  readonly title: string
  readonly text?: ReactNode
  readonly note?: ReactNode
  /** Something to look at below the sentence. */
  readonly picture?: ReactNode
  readonly role?: 'alert' | 'status'
  /** The title is the page's heading when nothing else on the page is. */
  readonly isPage?: boolean
  /** At most two buttons. */
  readonly children?: ReactNode
}

/** A line drawing, one sentence, at most two buttons: empty, error, no permission, not found. */
export function StateView({ illustration, title, text, note, picture, role, isPage, children }: StateViewProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={isPage ? 'oa-state is-page' : 'oa-state'} role={role}>
      <svg width="112" height="84" viewBox="0 0 112 84" fill="none" stroke="var(--line2)" strokeWidth="1.6" strokeLinecap="round"
        strokeLinejoin="round" aria-hidden
      >
        {illustrations[illustration]}
      </svg>
      <Title className="oa-state-title">{title}</Title>
      {text && <p className="oa-state-text">{text}</p>}
      {picture}
      {children && <div className="oa-state-actions">{children}</div>}
      {note && <p className="oa-state-note num">{note}</p>}
    </div>
  )
}
