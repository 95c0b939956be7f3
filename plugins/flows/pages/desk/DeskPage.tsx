import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Segmented, Select } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ageText, waitingAges } from '#kernel/values/ages.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '#shell/backend.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { withValue } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { may } from '#providers/permissions.ts'
import { can } from '../../permissions.ts'
import { useDesignedForm, useNaming } from '../designer/calls.ts'
import { allFlowsQuery } from '../flows.ts'
import { quotesCondition, spokenSentence } from '../designer/wording/words.ts'
import { deskKey, RepairBar, useDeskText } from './RepairBar.tsx'
import '../flows.css'
import './desk.css'

const filterNames: readonly string[] = ['keyword']
const kept: readonly string[] = ['show', 'node', 'form', 'waited']

const shows = ['all', 'overdue', 'problem', 'flows'] as const

/** Filters of the server for what is shown. */
const showFilters: Readonly<Partial<Record<(typeof shows)[number], object>>> = { overdue: { overdue: true }, problem: { problem: true } }

/** Number of the state in approval, on the wire. */
const inApproval = 1

/** The approval desk: running documents with bulk repairs, and the findings of all flows. */
export function DeskPage() {
  const { t } = useDeskText()
  const http = useHttp()
  const list = useListQuery(filterNames, kept)
  const { filters, current, size } = list.query
  const show = shows.find((each) => each === filters['show']) ?? 'all'
  const narrowed = { ...narrowing(filters), ...showFilters[show] }
  const body = { current, size, state: inApproval, ...(filters['keyword'] && { keyword: filters['keyword'] }),
    ...(filters['node'] && { node: filters['node'] }), ...narrowed }
  const answer = useQuery({ queryKey: [...deskKey, body], placeholderData: keepPreviousData, enabled: show !== 'flows',
    queryFn: ({ signal }) =>
      http.query<{ records: readonly DocumentRow[]; total: number }>('/workflow/tasks/all', body, { signal, quiet: true }) })
  const [chosen, setChosen] = useState<ReadonlyMap<string, DocumentRow>>(new Map())
  const head = (
    <div className="oa-desk-head row wrap gap-12" role="search">
      <Segmented aria-label={t('show')} value={show} options={shows.map((value) => ({ value, label: t(`show.${value}`) }))}
        onChange={(value) => list.filter(withValue(filters, 'show', value === 'all' ? undefined : value))} />
      {show !== 'flows' && (
        <>
          <Narrowing filters={filters} onFilter={list.filter} />
          <SearchBox className="oa-desk-find" label={t('search')} value={filters['keyword']} onSearch={(keyword) =>
            list.filter(withValue(filters, 'keyword', keyword))} />
        </>
      )}
    </div>
  )
  if (show === 'flows') return <Health head={head} list={list} />
  return (
    <ListPage title={t('title')} list={list} answer={listed(answer)} head={head}
      skeleton={{ columns: ['14%', '26%', '12%', '16%', '10%', '10%'] }} empty={emptyOf(show, t)} noMatch={{ title: t('noMatch') }}
      above={<StepColumns shown={narrowed} value={filters['node']} onChoose={(node) => list.filter(withValue(filters, 'node', node))} />}
      sum={may(can.admin) && chosen.size > 0 && <RepairBar rows={[...chosen.values()]} onDone={() => setChosen(new Map())} />}
    >
      {(rows) => <Rows rows={rows} chosen={chosen} onChoose={setChosen} />}
    </ListPage>
  )
}

const emptyOf = (show: (typeof shows)[number], t: ReturnType<typeof useDeskText>['t']) =>
  show === 'all' ? { title: t('empty'), text: t('emptyText') } : { title: t('noMatch') }

type Filters = ReturnType<typeof useListQuery>['query']['filters']

/** The chosen form and waiting time as filters of the server. */
const narrowing = ({ form, waited }: Filters): object => ({ ...(form && { businessType: form }), ...(waited && { waited }) })

/** Choices of one form and of the days that documents have waited at their step. */
function Narrowing({ filters, onFilter }: { readonly filters: Filters; onFilter(filters: Filters): void }) {
  const { t, label } = useDeskText()
  const { data: flows } = useQuery(allFlowsQuery(useHttp()))
  const set = (key: string, value: string | undefined) => onFilter(withValue(filters, key, value))
  return (
    <>
      <Select allowClear showSearch optionFilterProp="label" className="oa-desk-choice" aria-label={t('form')} placeholder={t('form')}
        value={filters['form']} popupMatchSelectWidth={false} onChange={(form: string | undefined) => set('form', form)}
        options={(flows?.records ?? []).map((row) => ({ value: row.key, label: label(row) }))} />
      <Select allowClear className="oa-desk-choice" aria-label={t('stay')} placeholder={t('stay')} value={filters['waited']}
        onChange={(waited: string | undefined) => set('waited', waited)}
        options={waitingAges.map((age) => ({ value: ageText(age),
          label: age.to === undefined ? t('ageFrom', { from: age.from }) : t('ageRange', { from: age.from, to: age.to }) })
        )} />
    </>
  )
}

interface WaitingStep {
  readonly node: string
  readonly cn: string
  readonly en: string
  readonly count: number
}

/** Most steps that have a column. */
const mostColumns = 8

/** The number of documents that wait at each step, the overdue ones apart; a column filters the list. */
function StepColumns({ shown, value, onChoose }: {
  readonly shown: object
  readonly value: string | undefined
  onChoose(node: string | undefined): void
}) {
  const { t, label } = useDeskText()
  const [all, overdue] = [useSteps({ ...shown }), useSteps({ ...shown, overdue: true })]
  const late = new Map(overdue.map(({ node, count }) => [node, count]))
  const columns = all.filter(({ count, node }) => count > 0 || node === value).slice(0, mostColumns)
  const most = Math.max(1, ...columns.map(({ count }) => count))
  if (columns.length < 2 && value === undefined) return null
  return (
    <div className="oa-desk-steps flex gap-8 scroll-x" role="group" aria-label={t('stepColumns')}>
      {columns.map(({ node, count, ...step }) => {
        const lateCount = late.get(node) ?? 0
        return (
          <button className="grid" key={node} type="button" aria-pressed={node === value}
            onClick={() => onChoose(node === value ? undefined : node)}
          >
            <i className="flex clip" aria-hidden style={{ blockSize: `${Math.max(4, (count / most) * 36)}px` }}>
              {lateCount > 0 && <b style={{ blockSize: `${(lateCount / Math.max(1, count)) * 100}%` }} />}
            </i>
            <span>
              <strong className="num">{count}</strong>
              {lateCount > 0 && <small className="orange">{t('overdueCount', { count: lateCount })}</small>}
            </span>
            <span>{label(step)}</span>
          </button>
        )
      })}
    </div>
  )
}

function useSteps(filter: object): readonly WaitingStep[] {
  const http = useHttp()
  const { data } = useQuery({ queryKey: [...deskKey, 'steps', filter], placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.query<readonly WaitingStep[]>('/workflow/tasks/allNodes', { state: inApproval, ...filter }, { signal, quiet: true }) })
  return data ?? []
}

interface RowsProps {
  readonly rows: readonly DocumentRow[]
  readonly chosen: ReadonlyMap<string, DocumentRow>
  onChoose(chosen: ReadonlyMap<string, DocumentRow>): void
}

function Rows({ rows, chosen, onChoose }: RowsProps) {
  const { t } = useDeskText()
  const areAll = rows.every(({ procInstId }) => chosen.has(procInstId))
  const toggle = (some: readonly DocumentRow[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const row of some) {
      if (isChosen) next.set(row.procInstId, row)
      else next.delete(row.procInstId)
    }
    onChoose(next)
  }
  return (
    <div className="scroll-x">
      <table className="oa-flows ruled is-stacked collapsed">
        <thead>
          <tr>
            <th scope="col">
              <Checkbox aria-label={t('chooseAll')} checked={areAll}
                indeterminate={!areAll && rows.some(({ procInstId }) => chosen.has(procInstId))}
                onChange={({ target }) => toggle(rows, target.checked)} />
            </th>
            {(['number', 'document', 'initiator', 'step', 'waitsFor', 'amount', 'stay'] as const).map((column) => (
              <th key={column} scope="col">{t(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isChosen={chosen.has(row.procInstId)} onChoose={(isChosen) => toggle([row], isChosen)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const subjectOf = ({ subject, subjectEn, title, titleEn }: DocumentRow) => ({ cn: subject ?? title, en: subjectEn ?? titleEn ?? title })

function Stay({ hours }: { hours: number }) {
  const { t } = useDeskText()
  return <>{hours >= 24 ? t('days', { count: Math.floor(hours / 24) }) : t('hours', { count: Math.floor(hours) })}</>
}

function Row({ row, isChosen, onChoose }: { row: DocumentRow; isChosen: boolean; onChoose(isChosen: boolean): void }) {
  const { t, label } = useDeskText()
  const linkOf = useDocumentLink()
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Checkbox aria-label={t('choose', { number: row.businessNo })} checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)} />
      </td>
      <td data-label={t('number')} className="num is-whole">
        <Link to={linkOf(row)}>{row.businessNo}</Link>
      </td>
      <td data-label={t('document')}>
        <span>
          {label(subjectOf(row))}{' '}
          <span className="oa-flow-quiet second">
            {label({ cn: row.shortName, en: row.shortNameEn })}
            {row.flowVersion !== null && ` · ${t('version', { version: row.flowVersion })}`}
          </span>
        </span>
      </td>
      <td data-label={t('initiator')}>{row.applyerUser ? <Person {...row.applyerUser} /> : '—'}</td>
      <td data-label={t('step')}>{label({ cn: row.nodeName, en: row.nodeNameEn })}</td>
      <td data-label={t('waitsFor')}>
        <span className="inline-flex wrap gap-2-8">
          {row.assignees.length === 0
            ? <Pill tone="red">{t('nobody')}</Pill>
            : row.assignees.map((person) => <Person key={person.id} {...person} />)}
        </span>
      </td>
      <td data-label={t('amount')} className="num">{row.amount === null ? '—' : <Money value={row.amount} />}</td>
      <td data-label={t('stay')} className="num is-whole">
        <span>
          <Stay hours={row.stayHours ?? 0} /> {row.overdue && <Pill tone="orange">{t('overdue')}</Pill>}
        </span>
      </td>
    </tr>
  )
}

interface FlowFinding {
  readonly businessType: string
  readonly name: string
  readonly nameEn: string
  readonly nodeId: string | null
  readonly nodeName: string | null
  readonly nodeNameEn: string | null
  readonly level: 'error' | 'warning'
  readonly where: string
  readonly message: string
  readonly counterexample: string | null
}

/** A finding with quoted conditions in words; shows the plain text until the form has loaded. */
const FindingText = ({ row }: { row: FlowFinding }) =>
  quotesCondition(row.message)
    ? (
      <Suspense fallback={row.message}>
        <SpokenFinding row={row} />
      </Suspense>
    )
    : <>{row.message}</>

function SpokenFinding({ row: { businessType, message } }: { row: FlowFinding }) {
  return <>{spokenSentence(message, useNaming(businessType, useDesignedForm(businessType)))}</>
}

/** The findings of the flows in force: missing approvers and cases without a branch. */
function Health({ head, list }: { head: ReactNode; list: ReturnType<typeof useListQuery> }) {
  const { t, label } = useDeskText()
  const http = useHttp()
  const { current, size } = list.query
  const answer = useQuery({
    queryKey: ['flow-health', current, size],
    queryFn: ({ signal }) =>
      http.get<{ records: readonly FlowFinding[]; total: number; pending: number }>('/workflow/def/health', { current, size }, {
        signal,
        quiet: true,
      }),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? 5_000 : false),
  })
  return (
    <ListPage title={t('title')} list={list} answer={listed(answer)} head={head} skeleton={{ columns: ['20%', '50%'] }}
      empty={{ title: t('healthy'),
        text: answer.data && answer.data.pending > 0 ? t('judging', { count: answer.data.pending }) : t('healthyText') }}
      above={answer.data && answer.data.pending > 0 && (
        <p className="oa-flow-quiet second" role="status">{t('judging', { count: answer.data.pending })}</p>
      )}
    >
      {(rows) => (
        <div className="scroll-x">
          <table className="oa-flows ruled is-stacked collapsed">
            <thead>
              <tr>{(['form', 'step', 'finding'] as const).map((column) => <th key={column} scope="col">{t(column)}</th>)}</tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.businessType} ${row.where} ${row.message}`}>
                  <th scope="row">
                    <Link to={`/approval-config?id=${encodeURIComponent(row.businessType)}`}>
                      {label({ cn: row.name, en: row.nameEn })}
                    </Link>
                  </th>
                  <td data-label={t('step')}>
                    {row.nodeName === null ? '—' : label({ cn: row.nodeName, en: row.nodeNameEn ?? row.nodeName })}
                  </td>
                  <td data-label={t('finding')}>
                    <Pill tone={row.level === 'error' ? 'red' : 'orange'}>{t(row.level)}</Pill> <FindingText row={row} />
                    {row.counterexample && <span className="second block small">{row.counterexample}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListPage>
  )
}
