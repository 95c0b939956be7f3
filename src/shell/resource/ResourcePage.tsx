import { PlusOutlined } from '@ant-design/icons'
import { useList } from '@refinedev/core'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { may } from '../../../providers/permissions.ts'
import type { Resource } from '../../kernel/resource.ts'
import { ListFooter } from '../list/ListFooter.tsx'
import { SearchForm } from '../list/SearchForm.tsx'
import { useListQuery } from '../list/use-list-query.ts'
import { Page } from '../parts/Page.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import { filtersOf } from './filters.ts'
import { lazyPage } from '../routing/chunks.ts'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'
import type { RecordDialogProps } from './RecordDialog.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { useResourceSearch } from './search-fields.tsx'

const RecordDialog = lazyPage<RecordDialogProps>(async () => (await import('./RecordDialog.tsx')).RecordDialog)

/** The list of a kind of master data, drawn from its declaration. */
export function ResourcePage({ resource }: { resource: Resource }) {
  const { t, label } = useText()
  const { query, filter, turn, sort, hasFilters } = useListQuery()
  const [edited, setEdited] = useState<StoredRecord | 'new'>()
  const fields = useResourceSearch(resource)
  const { result, query: answer } = useList<StoredRecord>({
    resource: refineName(resource),
    pagination: { currentPage: query.current, pageSize: query.size },
    filters: filtersOf(resource, query.filters),
    sorters: query.sort ? [{ field: query.sort.column, order: query.sort.asc ? 'asc' : 'desc' }] : [],
    errorNotification: false,
    queryOptions: { placeholderData: (before) => before },
  })

  const canAdd = resource.can.add !== undefined && may(resource.can.add)
  const addButton = canAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>{t('resource.add')}</Button>
  )
  const rows = answer.data ? (result.data as readonly StoredRecord[]) : undefined
  return (
    <Page
      title={label(resource)}
      actions={addButton}
      head={fields.length > 0 && <Suspense fallback={<div className="oa-search" />}><SearchForm fields={fields} values={query.filters} onSearch={filter} /></Suspense>}
      footer={rows && (result.total ?? 0) > 0 && <ListFooter total={result.total ?? 0} query={query} onTurn={turn} />}
    >
      {answer.isError ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <RowsSkeleton columns={resource.columns.map(() => `${Math.floor(80 / resource.columns.length)}%`)} />
      ) : rows.length === 0 ? (
        <StateView drawing={hasFilters ? 'search' : 'empty'} title={hasFilters ? t('empty.noMatch') : t('resource.empty')} role="status">
          {hasFilters && <Button onClick={() => filter({})}>{t('list.reset')}</Button>}
        </StateView>
      ) : (
        <Suspense fallback={<RowsSkeleton columns={['20%', '20%', '20%', '20%']} />}>
          <ResourceTable resource={resource} rows={rows} query={query} isRefreshing={answer.isPlaceholderData} onSort={sort} onEdit={setEdited} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <RecordDialog resource={resource} record={edited === 'new' ? undefined : edited}
            title={edited === 'new' ? t('resource.addTitle', { name: label(resource) }) : t('resource.editTitle', { name: nameOfRecord(resource, edited) })}
            onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
