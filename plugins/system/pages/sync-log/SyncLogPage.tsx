import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Select, Button } from 'antd'
import { useMemo } from 'react'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Person } from '#shell/parts/Person.tsx'
import type { Http } from '#providers/http.ts'
import { definePartText, type PartText } from '#fields/text.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { cn, en } from './texts.ts'
import './sync-log.css'

const filterNames: readonly string[] = ['kind', 'result']

/** Log of synchronisations with other systems, newest first. */
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

interface RunTableProps {
  readonly runs: readonly SyncRun[]
  /** Kinds whose source is configured and can be run again. */
  readonly offered: ReadonlySet<string>
}

/** Table of runs, newest first. */
function RunTable({ runs, offered }: RunTableProps) {
  const { t } = useSyncText()
  return (
    <div className="scroll-x">
      <table className="oa-sync ruled collapsed wide">
        <thead>
          <tr>
            <th scope="col">{t('started')}</th>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('result')}</th>
            <th scope="col" className="is-figure">{t('rows')}</th>
            <th scope="col" className="is-figure">{t('good')}</th>
            <th scope="col" className="is-figure">{t('failed')}</th>
            <th scope="col">{t('took')}</th>
            <th scope="col">{t('by')}</th>
            <th scope="col">{t('message')}</th>
            <th scope="col">
              <span className="unseen">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{runs.map((run) => <Run key={run.id} run={run} isOffered={offered.has(run.kind)} />)}</tbody>
      </table>
    </div>
  )
}

function Run({ run, isOffered }: { run: SyncRun; isOffered: boolean }) {
  const text = useSyncText()
  const { startTime, kind, result, total, success, failed, message } = run
  return (
    <tr>
      <td className="num">{startTime}</td>
      <td>{kindName(kind, text)}</td>
      <Result result={result} />
      <td className="num is-figure">{total}</td>
      <td className="num is-figure">{success}</td>
      <td className={failed > 0 ? 'num is-figure is-failed' : 'num is-figure'}>{failed}</td>
      <td className="num">{tookText(run, text)}</td>
      <td>
        <Asker run={run} />
      </td>
      <td className="is-message">{message === null ? '—' : sentenceOf(message, text.locale)}</td>
      <td>{isOffered && result === 'FAILURE' && <Retry run={run} />}</td>
    </tr>
  )
}

function Result({ result }: Pick<SyncRun, 'result'>) {
  const { t } = useSyncText()
  return <td className={result === 'FAILURE' ? 'is-failed' : undefined}>{t(result ?? 'RUNNING')}</td>
}

function Asker({ run: { createBy, createName } }: { run: SyncRun }) {
  const { t } = useSyncText()
  return createBy && createName ? <Person id={createBy} name={createName} /> : t('itself')
}

function Retry({ run: { id, kind } }: { run: SyncRun }) {
  const text = useSyncText()
  // the run is logged even if it fails
  const { run, isPending } = useCommand({ touches: [[syncLog]] })
  const retry = () => run((http) => http.post(`${syncPath}/${id}/retry`))
  return (
    <Button type="link" size="small" loading={isPending} aria-label={text.t('retryName', { name: kindName(kind, text) })}
      onClick={() => void retry()}
    >
      {text.t('retry')}
    </Button>
  )
}

const useSyncText = definePartText<keyof typeof cn>({ cn, en })

interface SyncRun {
  readonly id: string
  readonly kind: string
  readonly startTime: string
  readonly endTime: string | null
  readonly total: number
  readonly success: number
  readonly failed: number
  /** Null while running. */
  readonly result: 'SUCCESS' | 'FAILURE' | null
  readonly message: string | null
  readonly createBy: string | null
  readonly createName: string | null
}

interface SyncSources {
  /** Configured sources that can be run now. */
  readonly sources: readonly (Label & { readonly kind: string })[]
  /** Kinds of log entries. */
  readonly kinds: readonly string[]
}

const syncPath = '/system/syncLog'

const syncLog = 'syncLog'

const quiet = { quiet: true } as const

/** Query for a page of runs. */
const runsQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [syncLog, 'page', filters, current, size],
    queryFn: () => http.query<{ records: readonly SyncRun[]; total: number }>(`${syncPath}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
  })

/** Query for the configured sources and the kinds of log entries. */
const sourcesQuery = (http: Http) =>
  queryOptions({ queryKey: [syncLog, 'sources'], queryFn: () => http.get<SyncSources>(`${syncPath}/sources`, {}, quiet) })

/** Display name of a kind of run. */
function kindName(kind: string, { t }: PartText<keyof typeof cn>): string {
  if (kind === 'PERSONNEL' || kind === 'CARD' || kind === 'INVOICE_MAIL') return t(kind)
  return t('sap', { name: kind.replace('SAP_', '').toLowerCase().replaceAll('_', ' ') })
}

/** Duration of a run; a dash while it is running. */
function tookText({ startTime, endTime }: SyncRun, { t }: PartText<keyof typeof cn>): string {
  if (endTime === null) return '—'
  const seconds = Math.max(0, Math.round((Date.parse(endTime.replace(' ', 'T')) - Date.parse(startTime.replace(' ', 'T'))) / 1_000))
  return seconds < 120 ? t('seconds', { n: seconds }) : t('minutes', { n: Math.round(seconds / 60) })
}
