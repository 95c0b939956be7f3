import { PlusOutlined } from '@ant-design/icons'
import { useInvalidate, useList } from '@refinedev/core'
import { Button } from 'antd'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import { may, reader } from '#providers/permissions.ts'
import { disclosedResource } from '#kernel/fields/disclosure.ts'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import type { Label } from '#kernel/wording/label.ts'
import { namedInPlural, pathOfCalls, type Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ListQuery } from '../list/query.ts'
import { useSelection } from '../documents/triage/use-selection.ts'
import { ListPage } from '../list/ListPage.tsx'
import { SearchForm } from '../list/SearchForm.tsx'
import { SearchSkeleton } from '../list/SearchSkeleton.tsx'
import { useLater } from '../list/use-later.ts'
import { useListQuery } from '../list/use-list-query.ts'
import { ViewMenu } from '../list/views/ViewMenu.tsx'
import { useIsMobile } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import { listing } from './prefetch.ts'
import { lazyPage } from '../routing/chunks.ts'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'
import type { RecordDialogProps } from './RecordDialog.tsx'
import { ListSections } from './ListSections.tsx'
import { ResourceRows } from './ResourceRows.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { ExportButton } from './transfer/ExportButton.tsx'
import { ImportButton } from './transfer/ImportButton.tsx'
import { SyncButton } from './SyncButton.tsx'
import { useResourceSearch } from './search-fields.tsx'
import { useResolvedRows } from './use-resolved-rows.ts'

const BatchSetting = lazyPage(async () => (await import('./BatchSetting.tsx')).BatchSetting)

const RecordDialog = lazyPage<RecordDialogProps>(async () => (await import('./RecordDialog.tsx')).RecordDialog)

export interface ResourcePageProps {
  readonly resource: Resource
  /** The name of its list in the menu. */
  readonly title: Label
  /** Further actions of a row. */
  more?(record: StoredRecord): ReactNode
  /** Draws a record where it is more than a row of columns; `onEdit` opens its dialog. */
  tile?(record: StoredRecord, onEdit: () => void): ReactNode
  /** Further actions of the page. */
  readonly actions?: ReactNode
  /** Values that the page has decided of every record: sent, and not asked for. */
  readonly fixed?: FormValue
}

/** The list of a kind of master data, drawn from its declaration. */
export function ResourcePage({ resource: declared, title, more, tile, actions, fixed }: ResourcePageProps) {
  const { t, label } = useText()
  const resource = useMemo(() => disclosedResource(declared, reader()), [declared])
  const list = useListQuery(useMemo(() => ['keyword', ...resource.filters], [resource]))
  const [edited, setEdited] = useState<StoredRecord | 'new'>()
  const { result, query: answer } = useRecords(resource, list.query)
  const rows = useResolvedRows(resource, answer.data && result.data)

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
            <Records resource={resource} rows={rows} query={list.query} isRefreshing={isRefreshing} onSort={list.sort} more={more}
              onEdit={setEdited} />
          )}
    </ListPage>
  )
}

type RecordsProps = Omit<ComponentProps<typeof ResourceTable>, 'selection'>

/** The records as rows of a table or, on a phone, one below the other; where fields can be set for many, they can be selected. */
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

/** The rows go before what narrows them. */
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

/** Import and export before the page's own button, where the resource has them. */
function Transfers({ resource, title, query, children }: { resource: Resource; title: Label; query: ListQuery; children: ReactNode }) {
  const invalidate = useInvalidate()
  const path = pathOfCalls(resource)
  const isMobile = useIsMobile()
  const { can } = resource
  const { filters } = query
  return (
    <>
      {!isMobile && <ViewMenu query={query} isQuiet />}
      {resource.import && can.import && (
        <ImportButton path={path} title={title} permission={can.import} onWritten={() =>
          void invalidate({ resource: refineName(resource), invalidates: ['list'] })} />
      )}
      {can.export && (
        <ExportButton path={path} title={title} permission={can.export} query={Object.fromEntries(Object.entries(filters).filter(([name]) =>
          name === 'keyword' || resource.filters.includes(name)
        ))} />
      )}
      {resource.sync !== undefined && can.sync && (
        <SyncButton path={path} permission={can.sync} onWritten={() =>
          void invalidate({ resource: refineName(resource), invalidates: ['list'] })} />
      )}
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
  <ul className={isRefreshing ? 'oa-tiles oa-refreshing' : 'oa-tiles'} aria-busy={isRefreshing}>
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
