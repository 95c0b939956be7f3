import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useIsMobile } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import { pageSizes, type ListQuery } from './query.ts'

interface ListFooterProps {
  readonly total: number
  readonly query: ListQuery
  onTurn(current: number, size: number): void
  /** After the count: the sum of the amounts. */
  readonly children?: ReactNode
}

/** Count and sum left, page size and pager right. */
export function ListFooter({ total, query, onTurn, children }: ListFooterProps) {
  const { t } = useText()
  const isMobile = useIsMobile()
  return (
    <>
      <span className="num">{t('list.total', { count: total })}{children}</span>
      <Pagination
        size="small"
        simple={isMobile}
        current={query.current}
        pageSize={query.size}
        total={total}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger={!isMobile}
        showQuickJumper={!isMobile && total > query.size * 5}
        onChange={onTurn}
      />
    </>
  )
}
