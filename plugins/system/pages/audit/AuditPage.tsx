import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useHttp } from '#shell/backend.ts'
import { SearchForm } from '#shell/list/SearchForm.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { canAudit } from '#plugins/system/permissions.ts'
import { linesQuery, path, useAuditText, wantedBy } from './audit.ts'
import { AuditTable } from './AuditTable.tsx'
import { useAuditSearch } from './use-audit-search.tsx'
import './audit.css'

const exported = { cn: '审计日志', en: 'Audit log' }

/** Who changed what and who was turned away, newest first; the address keeps what is searched for. */
export function AuditPage() {
  const { t } = useAuditText()
  const list = useListQuery()
  const fields = useAuditSearch()
  const wanted = wantedBy(list.query.filters)
  return (
    <Page title={t('title')} actions={<ExportButton path={path} title={exported} permission={canAudit.export} query={wanted} />}
      head={
        <Suspense fallback={<div className="oa-search" />}>
          <SearchForm fields={fields} values={list.query.filters} onSearch={list.filter} />
        </Suspense>
      }
    >
      <Lines wanted={wanted} />
    </Page>
  )
}

function Lines({ wanted }: { wanted: ReturnType<typeof wantedBy> }) {
  const { t } = useAuditText()
  const answer = useInfiniteQuery(linesQuery(useHttp(), wanted))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={12} columns={['14%', '14%', '20%', '24%', '8%', '10%']} />
  const lines = answer.data.pages.flatMap(({ records }) => records)
  if (lines.length === 0) return <StateView illustration="search" role="status" title={t('empty')} />
  return (
    <>
      <AuditTable lines={lines} />
      <p className="oa-audit-more">
        {answer.hasNextPage ? <Button loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('more')}</Button> : t('end')}
      </p>
    </>
  )
}
