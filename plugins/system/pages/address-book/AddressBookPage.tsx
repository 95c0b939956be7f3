import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, TreeSelect } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { CopyOutlined } from '@ant-design/icons'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { listed, ListRows } from '#shell/list/ListPage.tsx'
import { type SearchValues, withValue } from '#shell/list/search-field.ts'
import { useExistingPage, useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ExportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { useDepartments } from '#shell/start/directory.ts'
import type { DepartmentSummary } from '#shell/start/answers.ts'
import { Person } from '#shell/parts/Person.tsx'
import { may } from '#providers/permissions.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { BookPerson, PageOf } from '#plugins/system/organisation-wire.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import '../organisation/organisation.css'
import './address-book.css'
import { cn, en } from './texts.ts'

const useBookText = definePartText<keyof typeof cn>({ cn, en })

const filterNames: readonly string[] = ['keyword', 'groupId', 'departed']

const path = '/system/addressBook'

/** Address book: department tree on the left, people on the right; the search is kept in the URL. */
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
        <div className="oa-org-head row wrap gap-8-16" role="search">
          <SearchBox value={filters['keyword']} className="oa-org-find wide" label={t('search')}
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
      <div className="oa-split grid">
        <Units name={label(names)} chosen={query.groupId} onChoose={(id) => set('groupId', id)} />
        <div className="oa-split-content low narrow scroll">
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

/** Filters in the form of the API calls. */
const wantedBy = ({ keyword, groupId, departed }: SearchValues) => ({ ...(keyword && { keyword }), ...(groupId && { groupId }),
  departed: departed === '1' })

interface UnitsProps {
  readonly name: string
  readonly chosen: string | undefined
  onChoose(id: string | undefined): void
}

const all = ''

/** Department filter: a tree next to the people; on phones a select above them. */
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
      <TreeSelect className="oa-book-unit block" allowClear showSearch treeNodeFilterProp="title" aria-label={t('units')}
        placeholder={t('everyone')} treeData={choices(units, name)} value={chosen} onChange={(id?: string) => onChoose(id)} />
    )
  }
  const root: BookUnit = { id: all, name: title, children: [] }
  return (
    <div className="oa-split-list low scroll">
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

/** A department with its children. */
interface BookUnit {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly children: readonly BookUnit[]
}

/** Builds the tree from the flat list; units whose parent is not in the list become roots. */
function unitTree(units: readonly DepartmentSummary[]): readonly BookUnit[] {
  const known = new Set(units.map(({ id }) => id))
  const below = new Map<string, DepartmentSummary[]>()
  for (const unit of units) {
    const parent = unit.parentId && known.has(unit.parentId) ? unit.parentId : ''
    below.set(parent, [...(below.get(parent) ?? []), unit])
  }
  const nodes = (parent: string): BookUnit[] => (below.get(parent) ?? []).map(({ id, name }) => ({ id, name, children: nodes(id) }))
  return nodes('')
}

/** Table of people with contact details; people who left are greyed out. */
function PeopleTable({ people }: { people: readonly BookPerson[] }) {
  const { t, name } = useBookText()
  const [announcement, setAnnouncement] = useState('')
  const copy = async (person: BookPerson) => {
    await navigator.clipboard.writeText(
      [name(person.name), name(person.department), name(person.position), person.phone, person.email].filter(Boolean).join('\n'),
    )
    setAnnouncement(t('copied', { name: person.name }))
  }
  return (
    <>
      <table className="oa-members ruled oa-book collapsed" aria-label={t('title')}>
        <thead>
          <tr>
            {(['name', 'jobNumber', 'department', 'position', 'phone', 'email'] as const).map((key) => (
              <th key={key} scope="col" className={places[key]}>{t(key)}</th>
            ))}
            <th scope="col">
              <span className="unseen">{t('copy')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{people.map((person) => <Row key={person.id} person={person} onCopy={() => void copy(person)} />)}</tbody>
      </table>
      <p className="unseen" role="status">{announcement}</p>
    </>
  )
}

function Row({ person, onCopy }: { person: BookPerson; onCopy(): void }) {
  const { t, name } = useBookText()
  const words = `${t('copy')} ${name(person.name)}`
  return (
    <tr className={person.enable ? undefined : 'is-gone'}>
      <th scope="row">
        <Person id={person.id} name={person.name} departed={!person.enable} />
        <Gone person={person} />
      </th>
      <td className="num is-spare">{person.jobNumber ?? '—'}</td>
      <Words>{name(person.department)}</Words>
      <Words place={places.position}>{name(person.position)}</Words>
      <td className="num">
        <Reach scheme="tel" address={person.phone} />
      </td>
      <td className="num">
        <Reach scheme="mailto" address={person.email} />
      </td>
      <td>
        <Button type="text" size="small" icon={<CopyOutlined aria-hidden />} aria-label={words} data-tip={t('copy')} onClick={onCopy} />
      </td>
    </tr>
  )
}

/** A text that is truncated if there is little space, unlike numbers and e-mail addresses. */
const Words = ({ children, place = '' }: { children: string; place?: string }) =>
  <td className={`oa-book-words ${place}`} title={children || undefined}>{children || '—'}</td>

/** Classes of columns that are hidden on narrow screens. */
const places: Readonly<Record<string, string>> = { jobNumber: 'is-spare', position: 'is-second' }

function Gone({ person: { enable, departed } }: { person: BookPerson }) {
  const { t } = useBookText()
  return enable ? null : <span className="oa-pill" data-tone="grey">{t(departed ? 'left' : 'off')}</span>
}

const Reach = (
  { scheme, address }: { scheme: 'tel' | 'mailto'; address: string | null },
) => (address ? <a href={`${scheme}:${address}`}>{address}</a> : '—')
