import type { ReactNode } from 'react'
import './page.css'

interface PageProps {
  /** The h1 of the page. */
  readonly title: ReactNode
  /** Right of the title: at most three buttons, one of them primary. */
  readonly actions?: ReactNode
  /** Between the title and the scrolling content: tabs or search form. */
  readonly head?: ReactNode
  /** Fixed at the bottom. */
  readonly footer?: ReactNode
  /** A column at the right edge, with its accessible name. */
  readonly rail?: { readonly name: string; readonly content: ReactNode; readonly width?: number }
  /** A list page: on a phone, where the top bar has the title, the rows start directly below the bar. */
  readonly isList?: boolean
  /** For pages without controls: the content is focusable, so that the arrow keys scroll it. */
  readonly isRead?: boolean
  readonly children: ReactNode
}

/** The layout of a page: title, scrolling content, and optionally a footer and a right column. */
export function Page({ title, actions, head, footer, rail, isList = false, isRead, children }: PageProps) {
  // on a phone the top bar shows a plain text title
  const marks = ['oa-page', isList && 'is-list', typeof title === 'string' && 'is-said'].filter(Boolean)
  return (
    <div className={marks.join(' ')}>
      <div className="oa-page-main stack">
        <div className="oa-page-title at-start flex gap-12 between">
          <h1>{title}</h1>
          {actions && <div className="oa-page-actions row gap-8">{actions}</div>}
        </div>
        {head}
        <Scroller isRead={isRead}>{children}</Scroller>
        {footer && <div className="oa-page-footer middle line-top gap-12 between">{footer}</div>}
      </div>
      {rail && (
        <aside className="oa-page-rail subtle line-left" aria-label={rail.name} style={{ width: rail.width ?? 312 }}>{rail.content}</aside>
      )}
    </div>
  )
}

const Scroller = ({ isRead, children }: Pick<PageProps, 'isRead' | 'children'>) => (
  <div className="oa-page-scroll scroll" tabIndex={isRead ? 0 : undefined}>{children}</div>
)
