import type { ReactNode } from 'react'
import './page.css'

interface PageProps {
  /** The page's one heading. */
  readonly title: ReactNode
  /** Right of the title: at most three buttons, one of them primary. */
  readonly actions?: ReactNode
  /** Under the title, above what scrolls: tabs of the page, its search form. */
  readonly head?: ReactNode
  /** Fixed at the bottom. */
  readonly footer?: ReactNode
  /** A column at the right edge, with its name. */
  readonly rail?: { readonly name: string; readonly content: ReactNode; readonly width?: number }
  /** A list: on a phone, where the bar above says the title, nothing stands between that and the rows. */
  readonly isList?: boolean
  /** The page has no control: its column takes the focus, so that the arrow keys scroll it. */
  readonly isRead?: boolean
  readonly children: ReactNode
}

/** The frame of a page on the sheet: one title, one scrolling column, a footer where there is one. */
export function Page({ title, actions, head, footer, rail, isList = false, isRead, children }: PageProps) {
  // on a phone the bar above says a title of words
  const marks = ['oa-page', isList && 'is-list', typeof title === 'string' && 'is-said'].filter(Boolean)
  return (
    <div className={marks.join(' ')}>
      <div className="oa-page-main">
        <div className="oa-page-title">
          <h1>{title}</h1>
          {actions && <div className="oa-page-actions">{actions}</div>}
        </div>
        {head}
        <Scroller isRead={isRead}>{children}</Scroller>
        {footer && <div className="oa-page-footer">{footer}</div>}
      </div>
      {rail && <aside className="oa-page-rail" aria-label={rail.name} style={{ width: rail.width ?? 312 }}>{rail.content}</aside>}
    </div>
  )
}

const Scroller = ({ isRead, children }: Pick<PageProps, 'isRead' | 'children'>) => (
  <div className="oa-page-scroll" tabIndex={isRead ? 0 : undefined}>{children}</div>
)
