import { PlusOutlined, SearchOutlined, SyncOutlined } from '@ant-design/icons'
import { useList } from '@refinedev/core'
import { Button, Input } from 'antd'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { disclosedResource } from '#kernel/fields/disclosure.ts'
import { inSentence, type Label } from '#kernel/wording/label.ts'
import { namedInPlural, pathOfCalls, type Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Permission } from '#kernel/permissions.ts'
import { isReference, type RecordKind, recordKindOf, sourceOf } from '#kernel/record-kinds.ts'
import { idsOf, useBook } from '#fields/references/reference-book.ts'
import { may, reader } from '#providers/permissions.ts'
import type { ListQuery } from '../list/query.ts'
import { useSelection } from '../documents/triage/use-selection.ts'
import { ListPage } from '../list/ListPage.tsx'
import { type SearchField, SearchForm, SearchSkeleton } from '../list/SearchForm.tsx'
import { useLater } from '../parts/use-delay.ts'
import { useListQuery } from '../list/use-list-query.ts'
import { ViewMenu } from '../list/views/ViewMenu.tsx'
import { useIsMobile } from '../parts/use-media.ts'
import { type Text, useText } from '../text.tsx'
import { listing } from './prefetch.ts'
import { lazyPage } from '../routing/chunks.ts'
import { nameOfRecord, type StoredRecord } from './record.ts'
import { useRecordChanges } from './record-changes.tsx'
import type { RecordDialogProps } from './RecordDialog.tsx'
import { ResourceRows, ResourceTable } from './ResourceTable.tsx'
import { ExportButton, ImportButton } from './transfer/TransferButtons.tsx'
import { useRoutes } from '../routing/routes-context.ts'
import { useCommand } from '../command/use-command.ts'
import { FieldFilter } from './renderers.tsx'

const BatchSetting = lazyPage(async () => (await import('./BatchSetting.tsx')).BatchSetting)

const RecordDialog = lazyPage<RecordDialogProps>(async () => (await import('./RecordDialog.tsx')).RecordDialog)

export interface ResourcePageProps {
  readonly resource: Resource
  /** Name of the list in the menu. */
  readonly title: Label
  /** More actions of a row. */
  more?(record: StoredRecord): ReactNode
  /** Renders a record as a tile instead of a table row; `onEdit` opens its dialog. */
  tile?(record: StoredRecord, onEdit: () => void): ReactNode
  /** More actions of the page. */
  readonly actions?: ReactNode
  /** Values set by the page: sent with every record, without input fields. */
  readonly fixed?: FormValue
}

/** The list page of a resource, generated from its declaration. */
export function ResourcePage({ resource: declared, title, more, tile, actions, fixed }: ResourcePageProps) {
  const { t, label } = useText()
  const resource = useMemo(() => disclosedResource(declared, reader()), [declared])
  const list = useListQuery(useMemo(() => ['keyword', ...resource.filters], [resource]))
  const [edited, setEdited] = useState<StoredRecord | 'new'>()
  const { result, query: answer } = useRecords(resource, list.query)
  const rows = useResolvedRows(resource, answer.data && result.data)
  const lead = useDetailLink(resource)

  const addButton = resource.can.add !== undefined && may(resource.can.add) && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>{t('resource.add')}</Button>
  )
  return (
    <ListPage
      isList
      title={label(title)}
      list={list}
      answer={{ ...answer, rows, total: result.total }}
      skeleton={{ columns: resource.columns.map(() => `${Math.floor(80 / resource.columns.length)}%`) }}
      empty={{ title: t('resource.empty') }}
      actions={
        <>
          {actions}
          <Transfers resource={resource} title={{ cn: resource.cn, en: inSentence((namedInPlural(resource) ?? title).en) }}
            query={list.query}
          >
            {addButton}
          </Transfers>
        </>
      }
      head={<Filters resource={resource} list={list} isPainted={!answer.isPending} />}
      above={<ListSections resource={resource.name} />}
      dialog={edited && (
        <Suspense>
          <Dialog resource={resource} edited={edited} fixed={fixed} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    >
      {(rows, isRefreshing) =>
        tile
          ? <Tiles rows={rows} isRefreshing={isRefreshing} tile={tile} onEdit={setEdited} />
          : (
            <Records resource={resource} rows={rows} query={list.query} isRefreshing={isRefreshing} onSort={list.sort} more={more ?? lead}
              onEdit={setEdited} />
          )}
    </ListPage>
  )
}

/** The link of a row to the page of its record, where there is one. */
function useDetailLink({ detailPath, key }: Resource): ResourcePageProps['more'] {
  const { t } = useText()
  return useMemo(
    () =>
      detailPath === undefined ?
        undefined :
        (record) => (
          <Link className="ant-btn-link" to={`${detailPath}&id=${encodeURIComponent(record.id)}`}
            aria-label={t('resource.detailsName', { name: String(record[key] ?? record.id) })}
          >
            {t('resource.details')}
          </Link>
        ),
    [detailPath, key, t],
  )
}

type RecordsProps = Omit<ComponentProps<typeof ResourceTable>, 'selection'>

/** The records as table or, on a phone, as list; selectable if the resource has batch fields. */
function Records(props: RecordsProps) {
  const { resource, rows } = props
  const isMobile = useIsMobile()
  const selection = useSelection(rows.map(({ id }) => id))
  const canSet = (resource.batch ?? []).length > 0 && resource.can.edit !== undefined && may(resource.can.edit)
  const shown = { ...props, ...(canSet && { selection }) }
  return (
    <div className={selection.ids.size > 0 ? 'has-batch' : undefined}>
      {isMobile ? <ResourceRows {...shown} /> : <ResourceTable {...shown} />}
      {canSet && (
        <Suspense>
          <BatchSetting resource={resource} rows={rows} selection={selection} />
        </Suspense>
      )}
    </div>
  )
}

interface FiltersProps {
  readonly resource: Resource
  readonly list: ReturnType<typeof useListQuery>
  readonly isPainted: boolean
}

/** The search form, rendered after the rows. */
function Filters({ resource, list, isPainted }: FiltersProps) {
  const fields = useResourceSearch(resource)
  const isHere = useLater(isPainted)
  const waiting = <SearchSkeleton fields={fields.length} />
  if (!isHere) return waiting
  return (
    <Suspense fallback={waiting}>
      <SearchForm fields={fields} values={list.query.filters} onSearch={list.filter} />
    </Suspense>
  )
}

/** Import and export buttons before the page's own button, if the resource has them. */
function Transfers({ resource, title, query, children }: { resource: Resource; title: Label; query: ListQuery; children: ReactNode }) {
  const { refresh } = useRecordChanges()
  const path = pathOfCalls(resource)
  const isMobile = useIsMobile()
  const { can } = resource
  const { filters } = query
  return (
    <>
      {!isMobile && <ViewMenu query={query} isQuiet />}
      {resource.import && can.import && (
        <ImportButton path={path} title={title} permission={can.import} onWritten={() => void refresh(resource)} />
      )}
      {can.export && (
        <ExportButton path={path} title={title} permission={can.export} query={Object.fromEntries(Object.entries(filters).filter(([name]) =>
          name === 'keyword' || resource.filters.includes(name)
        ))} />
      )}
      {resource.sync !== undefined && can.sync && <SyncButton path={path} permission={can.sync} onWritten={() => void refresh(resource)} />}
      {children}
    </>
  )
}

const useRecords = (resource: Resource, query: ListQuery) =>
  useList<StoredRecord>({ ...listing(resource, query), errorNotification: false, queryOptions: { placeholderData: (before) => before } })

const Tiles = (
  { rows, isRefreshing, tile, onEdit }: Required<Pick<ResourcePageProps, 'tile'>> & { rows: readonly StoredRecord[]; isRefreshing: boolean;
    onEdit(record: StoredRecord): void },
) => (
  <ul className={isRefreshing ? 'oa-tiles oa-refreshing gap-16 unlisted flat grid' : 'oa-tiles gap-16 unlisted flat grid'}
    aria-busy={isRefreshing}
  >
    {rows.map((record) => <li key={record.id}>{tile(record, () => onEdit(record))}</li>)}
  </ul>
)

function Dialog(
  { resource, edited, fixed, onClose }: { resource: Resource; edited: StoredRecord | 'new'; fixed?: FormValue; onClose(): void },
) {
  const { t, label } = useText()
  const isNew = edited === 'new'
  const title = isNew
    ? t('resource.addTitle', { name: inSentence(label(resource.singular)) })
    : t('resource.editTitle', { name: nameOfRecord(resource, edited) })
  return <RecordDialog resource={resource} record={isNew ? undefined : edited} fixed={fixed} title={title} onClose={onClose} />
}

/** The modules' sections above the list of a resource, if the person has their permission. */
function ListSections({ resource }: { readonly resource: string }) {
  const { listSections = [] } = useRoutes().config
  const own = listSections.filter((section) => section.resource === resource && may(section.needs))
  return own.length === 0 ? null : <Suspense>{own.map(({ id, component: Section }) => <Section key={id} />)}</Suspense>
}

/** Synchronises the records of a page from their source system; requires the permission. */
function SyncButton({ path, permission, onWritten }: { path: string; permission: Permission; onWritten(): void }) {
  const { t } = useText()
  const { run, isPending } = useCommand()
  if (!may(permission)) return null
  const sync = () => run((http) => http.post(`${path}/sync`, {}), { success: t('resource.synced'), done: onWritten })
  return <Button icon={<SyncOutlined aria-hidden />} loading={isPending} onClick={() => void sync()}>{t('resource.sync')}</Button>
}

/** Maximum waiting time for names in ms. */
const longest = 1_000

/** The rows of a list, once the names of referenced records are loaded or after a second; later names would change the column widths. */
function useResolvedRows(resource: Resource, rows: readonly StoredRecord[] | undefined): readonly StoredRecord[] | undefined {
  const book = useBook()
  const named = useMemo(() => namedIn(resource, rows ?? []), [resource, rows])
  const isKnown = useSyncExternalStore(book.subscribe,
    () => named.every(([kind, id]) => book.get(kind, id) !== undefined || book.isMissing(kind, id)))
  const [shown, setShown] = useState(rows)
  if (isKnown && shown !== rows) setShown(rows)
  useEffect(() => {
    for (const [kind, id] of named) book.need(kind, [id])
    const timer = setTimeout(() => setShown(rows), longest)
    return () => clearTimeout(timer)
  }, [book, named, rows])
  return rows && shown
}

/** Kind and id of each record that the rows refer to. */
function namedIn({ columns, fields }: Resource, rows: readonly StoredRecord[]): readonly (readonly [RecordKind, string])[] {
  return columns.flatMap((column) => {
    const field = fields[column]
    return field && (isReference(field) || recordKindOf(field) !== undefined)
      ? rows.flatMap((row) => idsOf(row[column]).map((id) => [sourceOf(field), id] as const))
      : []
  })
}

/** The search form of a resource: keyword and declared filters by field kind. Texts that the keyword searches have no filter. */
function useResourceSearch(resource: Resource): readonly SearchField[] {
  const { t, label } = useText()
  return useMemo(() => {
    const searched = searchedWords(resource, { t, label })
    const keyword: SearchField = {
      name: 'keyword',
      label: searched.length > 0
        ? searched.slice(0, 3).map((words, index) => (index === 0 ? words : inSentence(words))).join(t('list.comma'))
        : t('list.keyword'),
      draw: ({ id, value, onChange, label: name }) => (
        <Input id={id} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={name} aria-label={name} value={value ?? ''}
          maxLength={100} onChange={(event) => onChange(event.target.value)} />
      ),
    }
    const filters = resource.filters.flatMap((name): SearchField[] => {
      const field = resource.fields[name]
      if (!field || (field.kind === 'text' && resource.search.includes(name))) return []
      return [{ name, label: label(field),
        draw: ({ id, value, onChange }) => <FieldFilter id={id} field={field} value={value} onChange={onChange} /> }]
    })
    return resource.search.length > 0 ? [keyword, ...filters] : filters
  }, [resource, t, label])
}

/** Labels of the fields that the keyword searches; a bilingual name counts as one. */
function searchedWords({ search, fields }: Resource, { t, label }: Pick<Text, 't' | 'label'>): readonly string[] {
  const isBilingual = search.includes('nameCn') && search.includes('nameEn')
  return search.flatMap((name) => {
    const field = fields[name]
    if (!field || (isBilingual && name === 'nameEn')) return []
    return [isBilingual && name === 'nameCn' ? t('list.name') : label(field)]
  })
}
