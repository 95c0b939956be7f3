import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, TreeSelect } from 'antd'
import { useCallback, useMemo } from 'react'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { listed, ListRows } from '#shell/list/ListPage.tsx'
import { type SearchValues, withValue } from '#shell/list/search-field.ts'
import { useExistingPage, useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { useDepartments } from '#shell/start/directory.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { BookPerson } from '#plugins/system/book-wire.ts'
import type { PageOf } from '#plugins/system/unit-wire.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { useBookText } from './text.ts'
import { type BookUnit, unitTree } from './units.ts'
import '../organisation/organisation.css'
import './address-book.css'

const filterNames: readonly string[] = ['keyword', 'groupId', 'departed']

const path = '/system/addressBook'

/** The people of the company: departments left, people right; the address keeps whom is searched for. */
export function AddressBookPage() {
  const { t, label } = useBookText()
  const list = useListQuery(filterNames)
  const { filters, current, size } = list.query
  const query = wantedBy(filters)
  const http = useHttp()
  const answer = useQuery({ queryKey: ['addressBook', query, current, size],
    queryFn: () => http.query<PageOf<BookPerson>>(`${path}/page`, { ...query, current, size }, { quiet: true }),
    placeholderData: keepPreviousData })
  const set = (name: string, value: string | undefined) => list.filter(withValue(filters, name, value))
  const total = answer.data?.total ?? 0
  useExistingPage({ current, size, turn: list.turn }, { total, rows: answer.data?.records, isPlaceholderData: answer.isPlaceholderData })
  return (
    <Page
      title={t('title')}
      actions={<ExportButton path={path} title={names} permission={canUser.export} query={query} />}
      head={
        <div className="oa-org-head" role="search">
          <SearchBox value={filters['keyword']} className="oa-org-find" label={t('search')}
            onSearch={(keyword) => set('keyword', keyword)} />
          {may(canUser.view) && (
            <Checkbox checked={query.departed} onChange={({ target }) => set('departed', target.checked ? '1' : undefined)}>
              {t('departed')}
            </Checkbox>
          )}
        </div>
      }
      footer={total > 0 && <ListFooter total={total} counted={t('total', { count: total })} query={list.query} onTurn={list.turn} />}
    >
      <div className="oa-split">
        <Units name={label(names)} chosen={query.groupId} onChoose={(id) => set('groupId', id)} />
        <div className="oa-split-content">
          <ListRows list={list} answer={listed(answer)} skeleton={{ rows: 10, columns: ['20%', '15%', '20%', '20%'] }}
            empty={{ title: t('none') }} noMatch={{ title: t('none') }}
          >
            {(people) => <PeopleTable people={people} />}
          </ListRows>
        </div>
      </div>
    </Page>
  )
}

const names = { cn: '通讯录', en: 'Address book' }

/** The filters of an address as the calls take them. */
const wantedBy = ({ keyword, groupId, departed }: SearchValues) => ({ ...(keyword && { keyword }), ...(groupId && { groupId }),
  departed: departed === '1' })

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
  const draw = useCallback((unit: BookUnit) => {
    const words = unit.id === all ? t('everyone') : name(unit.name)
    return (
      <span className="oa-tree-entry">
        <span className="cut" title={words}>{words}</span>
      </span>
    )
  }, [name, t])
  if (isMobile) {
    return (
      <TreeSelect className="oa-book-unit" allowClear showSearch treeNodeFilterProp="title" aria-label={t('units')}
        placeholder={t('everyone')} treeData={choices(units, name)} value={chosen} onChange={(id?: string) => onChoose(id)} />
    )
  }
  const root: BookUnit = { id: all, name: title, children: [] }
  return (
    <div className="oa-split-list">
      <MovableTree nodes={[root, ...units]} label={t('units')} selected={chosen ?? all} isSearch={false} draw={draw}
        onSelect={(id) => onChoose(id === all ? undefined : id)} />
    </div>
  )
}

interface UnitOption {
  readonly value: string
  readonly title: string
  readonly children: UnitOption[]
}

const choices = (units: readonly BookUnit[], nameOf: (stored: string) => string): UnitOption[] =>
  units.map(({ id, name, children }) => ({ value: id, title: nameOf(name), children: choices(children, nameOf) }))
