import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useHttp } from '#shell/backend.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { SearchForm, type SearchField } from '#shell/list/SearchForm.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { RunTable } from './RunTable.tsx'
import { kindName, runsQuery, sourcesQuery, type SyncRun, type SyncSources, useSyncText } from './sync-log.ts'
import './sync-log.css'

/** How synchronisations with other systems went, newest first. */
export function SyncLogPage() {
  const { t } = useSyncText()
  const http = useHttp()
  const list = useListQuery()
  const answer = useQuery(runsQuery(http, list.query))
  const { data: known } = useQuery(sourcesQuery(http))
  const fields = useSyncSearch(known)
  return (
    <Page title={t('title')} head={<SearchForm fields={fields} values={list.query.filters} onSearch={list.filter} />}
      footer={answer.data && <ListFooter total={answer.data.total} query={list.query} onTurn={list.turn} />}
    >
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <Runs runs={answer.data?.records} hasFilters={list.hasFilters} sources={known?.sources} />}
    </Page>
  )
}

function Runs({ runs, hasFilters, sources = [] }: { runs: readonly SyncRun[] | undefined; hasFilters: boolean; sources: SyncSources['sources'] | undefined }) {
  const { t } = useSyncText()
  if (!runs) return <RowsSkeleton rows={8} columns={['14%', '12%', '8%', '6%', '6%', '30%']} />
  if (runs.length > 0) return <RunTable runs={runs} offered={new Set(sources.map(({ kind }) => kind))} />
  return hasFilters
    ? <StateView illustration="search" role="status" title={t('noMatch')} />
    : <StateView illustration="empty" role="status" title={t('empty')} text={t('emptyText')} />
}

/** What the log is searched by. */
function useSyncSearch(known: SyncSources | undefined): readonly SearchField[] {
  const text = useSyncText()
  return useMemo(() => {
    const choice = (name: string, title: string, options: { value: string; label: string }[]): SearchField => ({
      name,
      label: title,
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={title} placeholder={title} value={value} options={options} onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    })
    return [
      choice('kind', text.t('kind'), (known?.kinds ?? []).map((kind) => ({ value: kind, label: kindName(kind, text) }))),
      choice('result', text.t('result'), (['SUCCESS', 'FAILURE', 'RUNNING'] as const).map((result) => ({ value: result, label: text.t(result) }))),
    ]
  }, [text, known])
}
