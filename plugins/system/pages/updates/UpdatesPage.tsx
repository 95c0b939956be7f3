import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import type { UpdateEntry } from '#plugins/system/update-wire.ts'
import { Entry } from './Entry.tsx'
import { isNews, markSeen, useSeen } from './seen.ts'
import { UpdateDialog } from './UpdateDialog.tsx'
import { updatesQuery, useUpdateText } from './updates.ts'
import { useActs } from './use-acts.ts'
import './updates.css'

const filterNames: readonly string[] = ['keyword']

/** The changes of the product, newest first; its editors write here. */
export function UpdatesPage() {
  const { t } = useUpdateText()
  const list = useListQuery(filterNames)
  const { filters: { keyword = '' }, current, size } = list.query
  const answer = useQuery(updatesQuery(useHttp(), { keyword, current, size }))
  const [edited, setEdited] = useState<UpdateEntry | 'new'>()
  return (
    <ListPage title={t('title')} list={list} answer={listed(answer)} skeleton={{ rows: 6, columns: ['10%', '70%'] }}
      empty={{ title: t('empty') }} noMatch={{ title: t('noMatch') }}
      dialog={edited && <UpdateDialog entry={edited} onClose={() => setEdited(undefined)} />}
      actions={may(canUpdateLog.add) && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>{t('add')}</Button>
      )} head={<Search keyword={keyword} onSearch={list.filter} />}
    >
      {(entries) => (
        <Suspense fallback={<RowsSkeleton rows={6} columns={['10%', '70%']} />}>
          <Entries entries={entries} onEdit={setEdited} />
        </Suspense>
      )}
    </ListPage>
  )
}

function Search({ keyword, onSearch }: { keyword: string; onSearch(filters: Readonly<Record<string, string>>): void }) {
  const { t } = useUpdateText()
  const search = (text: string) => onSearch(text.trim() === '' ? {} : { keyword: text.trim() })
  return (
    <div className="oa-updates-search" role="search">
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} defaultValue={keyword}
        maxLength={100} onClear={() => search('')} onPressEnter={({ currentTarget }) => search(currentTarget.value)} />
    </div>
  )
}

interface EntriesProps {
  readonly entries: readonly UpdateEntry[]
  onEdit(entry: UpdateEntry): void
}

function Entries({ entries, onEdit }: EntriesProps) {
  const acts = useActs()
  const before = useWhatWasSeen(entries)
  useScrollToNamed()
  return (
    <div className="oa-updates">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} isNew={isNews(entry.publishTime, before)} acts={acts} onEdit={() => onEdit(entry)} />
      ))}
    </div>
  )
}

/** The latest entry that was seen before this visit; from now on everything shown is. */
function useWhatWasSeen(entries: readonly UpdateEntry[]): string | null {
  const [before] = useState(useSeen())
  useEffect(() => {
    const newest = entries.flatMap(({ publishTime }) => publishTime ?? []).toSorted().at(-1)
    if (newest) markSeen(newest)
  }, [entries])
  return before
}

/** An address that names an entry shows it. */
function useScrollToNamed() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash])
}
