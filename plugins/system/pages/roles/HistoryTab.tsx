import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { linesQuery } from '../audit/audit.ts'
import { AuditTable } from '../audit/AuditTable.tsx'
import '../audit/audit.css'
import { useRoleText } from './text.ts'

/** The changes of the role with their authors, newest first, from the audit log. */
export function HistoryTab({ role }: { role: string }) {
  const { t } = useRoleText()
  const answer = useInfiniteQuery(linesQuery(useHttp(), { resource: ['role', 'dataScope'], resourceId: role }))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton columns={['20%', '20%', '40%']} />
  const lines = answer.data.pages.flatMap(({ records }) => records)
  if (lines.length === 0) return <StateView illustration="empty" role="status" title={t('noHistory')} />
  return (
    <>
      <AuditTable lines={lines} isOfOne />
      {answer.hasNextPage && (
        <Button loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('moreHistory')}</Button>
      )}
    </>
  )
}
