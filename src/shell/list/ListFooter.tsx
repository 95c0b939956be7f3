import { Pagination } from 'antd'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useIsMobile } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import { growth, longest, pageSizes, type ListQuery } from './query.ts'

interface ListFooterProps {
  readonly total: number
  readonly query: ListQuery
  onTurn(current: number, size: number): void
  /** Text of the number of rows; “45 items” by default. */
  readonly counted?: string
  /** After the number of rows: the sum of the amounts. */
  readonly children?: ReactNode
}

/** Number and sum at the left, page size and pager at the right; on a phone the list loads more rows on scrolling. */
export function ListFooter({ total, query, onTurn, counted, children }: ListFooterProps) {
  const { t } = useText()
  const isMobile = useIsMobile()
  const count = <span className="num oa-list-count">{counted ?? t('list.total', { count: total })}{children}</span>
  if (isMobile)
    return (
      <>
        {count}
        <Growing total={total} query={query} onTurn={onTurn} />
      </>
    )
  // a list that fits its shortest page has nothing to turn
  if (total <= pageSizes[0] && query.current === 1) return count
  return (
    <>
      {count}
      <Pagination
        size="small"
        current={query.current}
        pageSize={query.size}
        total={total}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger
        showQuickJumper={total > query.size * 5}
        onChange={onTurn}
      />
    </>
  )
}

/** Loads more rows near the end of the list; the address has the number of rows, so that they are restored on return. */
function Growing({ total, query: { size }, onTurn }: ListFooterProps) {
  const { t } = useText()
  const footer = useRef<HTMLSpanElement>(null)
  const canGrow = total > size && size < longest
  const grow = useEffectEvent(() => onTurn(1, Math.min(longest, size - (size % growth) + growth)))
  useEffect(() => {
    const rows = footer.current?.closest('.oa-page-main')?.querySelector('.oa-page-scroll')
    if (!rows || !canGrow) return
    const look = () => rows.scrollHeight - rows.scrollTop - rows.clientHeight < rows.clientHeight && grow()
    rows.addEventListener('scroll', look, { passive: true })
    return () => rows.removeEventListener('scroll', look)
  }, [canGrow])
  return (
    <span ref={footer} className="oa-list-most" role="status">{!canGrow && total > size && t('list.loadedAll', { count: longest })}</span>
  )
}
