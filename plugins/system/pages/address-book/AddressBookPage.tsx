import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Pagination, TreeSelect } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { useDepartments } from '#shell/start/directory.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { canUser } from '#plugins/system/permissions.ts'
import type { BookPerson } from '#plugins/system/book-wire.ts'
import type { PageOf } from '#plugins/system/unit-wire.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { useBookText } from './text.ts'
import { type BookUnit, unitTree } from './units.ts'
import '../organisation/organisation.css'
import './address-book.css'

const path = '/system/addressBook'

interface AddressQuery {
  readonly keyword: string
  readonly groupId: string | undefined
  readonly departed: boolean
  readonly current: number
  readonly size: number
}

const start: AddressQuery = { keyword: '', groupId: undefined, departed: false, current: 1, size: 20 }

/** The address book as an address asks for it: somebody who was found elsewhere is looked up in it. */
export function AddressBookPage() {
  const keyword = useSearchParams()[0].get('keyword') ?? ''
  return <Book key={keyword} keyword={keyword} />
}

/** The people of the company: departments left, people right. */
function Book({ keyword: sought }: Pick<AddressQuery, 'keyword'>) {
  const { t, label } = useBookText()
  const [query, setQuery] = useState({ ...start, keyword: sought })
  const http = useHttp()
  const answer = useQuery({ queryKey: ['addressBook', query], queryFn: () => http.query<PageOf<BookPerson>>(`${path}/page`, query, { quiet: true }),
    placeholderData: keepPreviousData })
  const ask = (change: Partial<AddressQuery>) => setQuery((before) => ({ ...before, current: 1, ...change }))
  const { keyword, groupId, departed } = query
  return (
    <Page
      title={t('title')}
      actions={<ExportButton path={path} title={names} permission={canUser.export} query={{ ...(keyword && { keyword }), ...(groupId && { groupId }), departed }} />}
      head={
        <div className="oa-org-head" role="search">
          <SearchBox defaultValue={sought} className="oa-org-find" label={t('search')} onSearch={(text) => ask({ keyword: text })} />
          {may(canUser.view) && <Checkbox checked={departed} onChange={({ target }) => ask({ departed: target.checked })}>{t('departed')}</Checkbox>}
        </div>
      }
      footer={answer.data && <Footer total={answer.data.total} query={query} onTurn={(current, size) => setQuery({ ...query, current, size })} />}
    >
      <div className="oa-split">
        <Units name={label(names)} chosen={groupId} onChoose={(id) => ask({ groupId: id })} />
        <div className="oa-split-content">
          {answer.data ? <PeopleTable people={answer.data.records} /> : <NotYet error={answer.error} onRetry={() => void answer.refetch()} />}
        </div>
      </div>
    </Page>
  )
}

const names = { cn: '通讯录', en: 'Address book' }

function NotYet({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <RowsSkeleton rows={10} columns={['20%', '15%', '20%', '20%']} />
}

function Footer({ total, query, onTurn }: { total: number; query: AddressQuery; onTurn(current: number, size: number): void }) {
  const { t } = useBookText()
  const isMobile = useIsMobile()
  return (
    <>
      <span className="num">{t('total', { count: total })}</span>
      <Pagination size="small" simple={isMobile} current={query.current} pageSize={query.size} total={total} showSizeChanger={!isMobile} onChange={onTurn} />
    </>
  )
}

interface UnitsProps {
  readonly name: string
  readonly chosen: string | undefined
  onChoose(id: string | undefined): void
}

const all = ''

/** A tree beside the people; a field above them on a small screen. */
function Units({ name: title, chosen, onChoose }: UnitsProps) {
  const { t, name } = useBookText()
  const isMobile = useIsMobile()
  const departments = useDepartments()
  const units = useMemo(() => unitTree(departments), [departments])
  const draw = useCallback((unit: BookUnit) => (
    <span className="oa-tree-entry">
      <span className="cut">{unit.id === all ? t('everyone') : name(unit.name)}</span>
    </span>
  ), [name, t])
  if (isMobile) {
    return (
      <TreeSelect className="oa-book-unit" allowClear showSearch treeNodeFilterProp="title" aria-label={t('units')} placeholder={t('everyone')} treeData={choices(units, name)}
        value={chosen} onChange={(id?: string) => onChoose(id)} />
    )
  }
  const root: BookUnit = { id: all, name: title, children: [] }
  return (
    <div className="oa-split-list">
      <MovableTree nodes={[root, ...units]} label={t('units')} selected={chosen ?? all} isSearch={false} draw={draw} onSelect={(id) => onChoose(id === all ? undefined : id)} />
    </div>
  )
}

interface Choice {
  readonly value: string
  readonly title: string
  readonly children: Choice[]
}

const choices = (units: readonly BookUnit[], nameOf: (stored: string) => string): Choice[] =>
  units.map(({ id, name, children }) => ({ value: id, title: nameOf(name), children: choices(children, nameOf) }))
