import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { canAudit } from '#plugins/system/permissions.ts'
import { linesQuery, path, useAuditText, wantedBy } from './audit.ts'
import { AuditTable } from './AuditTable.tsx'
import { useAuditSearch } from './use-audit-search.tsx'
import './audit.css'

const filterNames: readonly string[] = ['userId', 'resource', 'dates', 'code']

const exported = { cn: '审计日志', en: 'Audit log' }

/** The changes with their authors, and the calls that were turned away, newest first; the address keeps what is searched for. */
export function AuditPage() {
  const { t } = useAuditText()
  const list = useListQuery(filterNames)
  const fields = useAuditSearch()
  const query = wantedBy(list.query.filters)
  const answer = useInfiniteQuery(linesQuery(useHttp(), query))
  return (
    <ListPage title={t('title')} list={list} search={fields}
      answer={{ ...answer, rows: answer.data?.pages.flatMap(({ records }) => records) }}
      skeleton={{ rows: 12, columns: ['14%', '14%', '20%', '24%', '8%', '10%'] }} empty={{ title: t('empty') }}
      noMatch={{ title: t('empty') }} actions={<ExportButton path={path} title={exported} permission={canAudit.export} query={query} />}
    >
      {(lines) => (
        <>
          <AuditTable lines={lines} />
          <p className="oa-audit-more">
            {answer.hasNextPage
              ? <Button loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('more')}</Button>
              : t('end')}
          </p>
        </>
      )}
    </ListPage>
  )
}
