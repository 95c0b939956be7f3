import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { RunTable } from './RunTable.tsx'
import { kindName, runsQuery, sourcesQuery, type SyncSources, useSyncText } from './sync-log.ts'
import './sync-log.css'

const filterNames: readonly string[] = ['kind', 'result']

/** The synchronisations with other systems and their outcomes, newest first. */
export function SyncLogPage() {
  const { t } = useSyncText()
  const http = useHttp()
  const list = useListQuery(filterNames)
  const answer = useQuery(runsQuery(http, list.query))
  const { data: known } = useQuery(sourcesQuery(http))
  const fields = useSyncSearch(known)
  return (
    <ListPage title={t('title')} list={list} search={fields} answer={listed(answer)}
      skeleton={{ columns: ['14%', '12%', '8%', '6%', '6%', '30%'] }} empty={{ title: t('empty'), text: t('emptyText') }}
      noMatch={{ title: t('noMatch') }}
    >
      {(runs) => <RunTable runs={runs} offered={new Set((known?.sources ?? []).map(({ kind }) => kind))} />}
    </ListPage>
  )
}

/** The search fields of the log. */
function useSyncSearch(known: SyncSources | undefined): readonly SearchField[] {
  const text = useSyncText()
  return useMemo(() => {
    const choice = (name: string, title: string, options: { value: string; label: string }[]): SearchField => ({
      name,
      label: title,
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={title} placeholder={title} value={value} options={options}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    })
    return [
      choice('kind', text.t('kind'), (known?.kinds ?? []).map((kind) => ({ value: kind, label: kindName(kind, text) }))),
      choice('result', text.t('result'),
        (['SUCCESS', 'FAILURE', 'RUNNING'] as const).map((result) => ({ value: result, label: text.t(result) }))),
    ]
  }, [text, known])
}
