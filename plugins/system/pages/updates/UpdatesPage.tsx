import { DeleteOutlined, EditOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { text } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Markdown } from '#shell/markdown/lazy-markdown.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { may } from '#providers/permissions.ts'
import type { WritingHttp } from '#providers/http.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import type { UpdateEntry } from '#plugins/system/texts-wire.ts'
import { isNews, markSeen, updatePath, updates, updatesQuery, useSeen, useUpdateText } from './updates.ts'
import './updates.css'
import { contentField } from '../content/content-field.tsx'
import { cn, en } from './texts.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const content = { max: 20_000, hint: named('contentHint') } as const

const fields: readonly DialogField[] = [
  { name: 'version', field: text({ ...named('version'), required: true, max: 20, hint: named('versionHint') }) },
  { name: 'title', field: text({ ...named('titleCn'), required: true, max: 100 }) },
  { name: 'enTitle', field: text({ ...named('titleEn'), required: true, max: 100 }) },
  contentField({ name: 'content', label: named('contentCn'), ...content }),
  contentField({ name: 'enContent', label: named('contentEn'), ...content }),
]

/** Dialog that creates or edits an entry; a new one is a draft. */
function UpdateDialog({ entry: edited, onClose }: { entry: UpdateEntry | 'new'; onClose(): void }) {
  const entry = edited === 'new' ? undefined : edited
  const { t } = useUpdateText()
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) =>
    entry
      ? http.put(updatePath, { ...value, id: entry.id, revision: entry.revision }, { quiet: true })
      : http.post(updatePath, value, { quiet: true, adds: true })
  return (
    <FieldsDialog title={entry ? t('editTitle', { version: entry.version }) : t('addTitle')} fields={() => fields}
      start={entry ? { ...entry } : {}} touches={[[updates]]} save={save} onClose={onClose} />
  )
}

const filterNames: readonly string[] = ['keyword']

/** Update log of the product, newest first, with editing for its editors. */
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

/** Publication time of the latest entry seen before this visit; marks all shown entries as seen. */
function useWhatWasSeen(entries: readonly UpdateEntry[]): string | null {
  const [before] = useState(useSeen())
  useEffect(() => {
    const newest = entries.flatMap(({ publishTime }) => publishTime ?? []).toSorted().at(-1)
    if (newest) markSeen(newest)
  }, [entries])
  return before
}

/** Scrolls to the entry in the URL's fragment. */
function useScrollToNamed() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash])
}

interface EntryProps {
  readonly entry: UpdateEntry
  readonly isNew: boolean
  readonly acts: EntryActs
  onEdit(): void
}

/** An entry: date, version, content, and actions for editors. */
function Entry({ entry, isNew, acts, onEdit }: EntryProps) {
  const { t, label } = useUpdateText()
  const { id, version, title, enTitle, content, enContent, publishTime } = entry
  return (
    <article className="oa-update line-bottom grid" id={id} aria-labelledby={`${id}-title`}>
      <header className="column">
        {publishTime ? <time className="num">{publishTime.slice(0, 10)}</time> : <em>{t('draft')}</em>}
        <small className="num">{version}</small>
        {isNew && <em className="is-new">{t('unseen')}</em>}
      </header>
      <div>
        <div className="oa-update-head at-start flex gap-12 between">
          <h2 className="bold" id={`${id}-title`}>{label({ cn: title, en: enTitle })}</h2>
          <Acts entry={entry} acts={acts} onEdit={onEdit} />
        </div>
        <Markdown>{label({ cn: content, en: enContent })}</Markdown>
      </div>
    </article>
  )
}

function Acts({ entry, acts, onEdit }: Omit<EntryProps, 'isNew'>) {
  const { t } = useUpdateText()
  const { version, publishTime } = entry
  return (
    <span className="oa-update-acts rigid">
      {may(canUpdateLog.publish) && (publishTime
        ? <Button type="link" size="small" onClick={() => void acts.withdraw(entry)}>{t('withdraw')}</Button>
        : <Button type="link" size="small" onClick={() => void acts.publish(entry)}>{t('publish')}</Button>)}
      {may(canUpdateLog.edit) && (
        <Button type="text" size="small" icon={<EditOutlined aria-hidden />} aria-label={`${t('edit')} ${version}`} data-tip={t('edit')}
          onClick={onEdit} />
      )}
      {may(canUpdateLog.delete) && (
        <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label={`${t('remove')} ${version}`}
          data-tip={t('remove')} onClick={() => void acts.remove(entry)} />
      )}
    </span>
  )
}

interface EntryActs {
  publish(entry: UpdateEntry): Promise<unknown>
  withdraw(entry: UpdateEntry): Promise<unknown>
  remove(entry: UpdateEntry): Promise<unknown>
}

/** Actions on an entry; publishing, withdrawing and deleting ask for confirmation. The HTTP client shows refusals. */
function useActs(): EntryActs {
  const { t } = useUpdateText()
  const { run } = useCommand({ touches: [[updates]] })
  const dialogs = useDialogs()
  const show = ({ id, revision }: UpdateEntry, published: boolean) =>
    run((http) => http.put(`${updatePath}/${id}/publish`, { published, revision }))
  return {
    async publish(entry) {
      const { confirm } = await dialogs()
      confirm({ title: t('publishAsk', { version: entry.version }), content: t('publishText'), okText: t('publish'),
        cancelText: t('cancel'), onOk: () => show(entry, true) })
    },
    withdraw: (entry) => show(entry, false),
    async remove(entry) {
      const { confirm } = await dialogs()
      confirm({
        title: t('removeAsk', { version: entry.version }),
        content: t('removeText'),
        okText: t('remove'),
        okButtonProps: { danger: true },
        cancelText: t('cancel'),
        autoFocusButton: 'cancel',
        onOk: () => run((http) => http.delete(`${updatePath}/${entry.id}`)),
      })
    },
  }
}
