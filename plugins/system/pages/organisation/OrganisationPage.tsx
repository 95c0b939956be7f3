import { ApartmentOutlined, BankOutlined, GlobalOutlined, PlusOutlined, SyncOutlined, WarningOutlined } from '@ant-design/icons'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { may } from '#providers/permissions.ts'
import type { Http } from '#providers/http.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { type SyncCounts, type SyncedPerson, syncPath, type SyncPreview, type UnitNode,
  type UnitType } from '#plugins/system/organisation-wire.ts'
import { path, treeQuery, unitQueries, useOrganisationText } from './organisation.ts'
import { type OrganisationChange, OrganisationDialogs } from './OrganisationDialogs.tsx'
import { UnitPanel } from './UnitPanel.tsx'
import { changesParent, type TreeMove } from '../tree/moves.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import './organisation.css'

/** Organisation: tree on the left, selected unit on the right; the selection is kept in the URL. */
export function OrganisationPage() {
  const { t } = useOrganisationText()
  const [filter, setFilter] = useState(nothing)
  const [change, setChange] = useState<OrganisationChange>()
  const [parameters, setParameters] = useSearchParams()
  const answer = useQuery({ ...treeQuery(useHttp(), filter), placeholderData: keepPreviousData })
  const tree = answer.data ?? []
  const named = unitsIn(tree).find(({ id }) => id === parameters.get('unit'))
  const choose = (id: string | undefined) => setParameters(id === undefined ? {} : { unit: id }, { replace: true })
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <SyncButton />
          {may(canOrganisation.add) && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setChange({ act: 'add', parent: named })}>
              {t('add')}
            </Button>
          )}
        </>
      }
      head={<Head filter={filter} warned={unitsIn(tree).filter(isWarned).length} onFilter={setFilter} />}
    >
      {answer.data
        ? <Split tree={tree} filter={filter} named={named} onChoose={choose} onAsk={setChange} />
        : <NotYet error={answer.error} onRetry={() => void answer.refetch()} />}
      {change && <OrganisationDialogs change={change} tree={tree} onChoose={choose} onClose={() => setChange(undefined)} />}
    </Page>
  )
}

interface Filter {
  readonly keyword: string
  readonly isDisabledOnly: boolean
  readonly isWarnedOnly: boolean
}

const nothing: Filter = { keyword: '', isDisabledOnly: false, isWarnedOnly: false }

const isWarned = ({ warnings, isKept }: UnitNode) => isKept && warnings.length > 0

function NotYet({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <RowsSkeleton rows={10} columns={['30%', '60%']} />
}

function Head({ filter, warned, onFilter }: { filter: Filter; warned: number; onFilter(filter: Filter): void }) {
  const { t } = useOrganisationText()
  const hasWarnings = warned > 0 || filter.isWarnedOnly
  return (
    <div className="oa-org-head row wrap gap-8-16" role="search">
      <SearchBox className="oa-org-find wide" label={t('search')} onSearch={(keyword) => onFilter({ ...filter, keyword })} />
      <Checkbox checked={filter.isDisabledOnly} onChange={({ target }) => onFilter({ ...filter, isDisabledOnly: target.checked })}>
        {t('disabledOnly')}
      </Checkbox>
      {hasWarnings && (
        <Checkbox checked={filter.isWarnedOnly} onChange={({ target }) => onFilter({ ...filter, isWarnedOnly: target.checked })}>
          {t('warnedOnly', { count: warned })}
        </Checkbox>
      )}
    </div>
  )
}

interface SplitProps {
  readonly tree: readonly UnitNode[]
  readonly filter: Filter
  /** Unit selected by the URL. */
  readonly named: UnitNode | undefined
  onChoose(id: string | undefined): void
  onAsk(change: OrganisationChange): void
}

/** Tree and unit side by side; on phones one at a time. */
function Split({ tree, filter, named, onChoose, onAsk }: SplitProps) {
  const { t } = useOrganisationText()
  const isMobile = useIsMobile()
  const { move, announcement } = useMoving(tree, onAsk)
  const nodes = filter.isWarnedOnly ? narrowed(tree, isWarned) : tree
  const shown = shownOf(nodes, named, isMobile)
  if (nodes.length === 0) return <StateView illustration="search" title={t('noMatch')} role="status" />
  const list = (
    <div className="oa-split-list low scroll">
      <UnitTree nodes={nodes} selected={shown?.id} isSearch={isNarrowing(filter)} onSelect={onChoose} onMove={move} />
    </div>
  )
  return (
    <div className="oa-split grid">
      {isMobile && shown ? null : list}
      <Content shown={shown} isMobile={isMobile} onChoose={onChoose} onAsk={onAsk} />
      <p className="unseen" role="status">{announcement}</p>
    </div>
  )
}

/** The selected unit; side by side, the first editable one if none is selected. */
function shownOf(nodes: readonly UnitNode[], named: UnitNode | undefined, isMobile: boolean): UnitNode | undefined {
  if (named?.isKept) return named
  return isMobile ? undefined : unitsIn(nodes).find(({ isKept }) => isKept)
}

const isNarrowing = ({ keyword, isDisabledOnly, isWarnedOnly }: Filter) => keyword !== '' || isDisabledOnly || isWarnedOnly

function Content(
  { shown, isMobile, onChoose, onAsk }: Pick<SplitProps, 'onChoose' | 'onAsk'> & { readonly shown: UnitNode | undefined;
    readonly isMobile: boolean },
) {
  if (!shown) return null
  return (
    <div className="oa-split-content low narrow scroll">
      <UnitPanel key={shown.id} id={shown.id} warnings={shown.warnings} onBack={isMobile ? () => onChoose(undefined) : undefined}
        onAct={(act, unit) => onAsk({ act, unit })} />
    </div>
  )
}

/** Handles drops: reordering among siblings is sent at once; a change of the parent is confirmed in a dialog with the unit's usages. */
function useMoving(tree: readonly UnitNode[], ask: (change: OrganisationChange) => void) {
  const { t, name } = useOrganisationText()
  const { run } = useCommand({ touches: unitQueries })
  const [announcement, setAnnouncement] = useState('')
  const move = (order: TreeMove) => {
    const unit = unitsIn(tree).find(({ id }) => id === order.id)
    if (!unit?.isKept) return
    if (changesParent(tree, order)) return ask({ act: 'drop', unit, move: order })
    void run((http) => http.put(`${path}/sort`, order), () => setAnnouncement(t('moved', { name: name(unit.name) })))
  }
  return { move, announcement }
}

/** Matching units with their ancestors. */
const narrowed = (nodes: readonly UnitNode[], fits: (node: UnitNode) => boolean): readonly UnitNode[] =>
  nodes.flatMap((node) => {
    const children = narrowed(node.children, fits)
    return fits(node) || children.length > 0 ? [{ ...node, children }] : []
  })

/** All units of a tree in depth-first order. */
const unitsIn = (nodes: readonly UnitNode[]): readonly UnitNode[] => nodes.flatMap((node) => [node, ...unitsIn(node.children)])

const configuredQuery = (http: Http) =>
  queryOptions({ queryKey: ['personnel', 'configured'], queryFn: () =>
    http.get<{ readonly configured: boolean }>(syncPath, {}, { quiet: true }), staleTime: Number.POSITIVE_INFINITY,
    enabled: may(canOrganisation.sync) })

/** Button to synchronise with the people directory; shown if one is configured and the reader may use it. */
function SyncButton() {
  const { t } = useOrganisationText()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(configuredQuery(useHttp()))
  if (!data?.configured) return null
  return (
    <>
      <Button icon={<SyncOutlined aria-hidden />} onClick={() => setIsOpen(true)}>{t('sync')}</Button>
      {isOpen && <SyncDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const icons: Readonly<Record<UnitType, typeof BankOutlined>> = { GROUP: GlobalOutlined, ENTERPRISE: BankOutlined,
  DEPARTMENT: ApartmentOutlined }

interface UnitTreeProps {
  readonly nodes: readonly UnitNode[]
  readonly selected: string | undefined
  readonly isSearch: boolean
  onSelect(id: string): void
  onMove(move: TreeMove): void
}

/** Tree of units with the number of members, and a warning where requests would find no approver. */
function UnitTree({ nodes, selected, isSearch, onSelect, onMove }: UnitTreeProps) {
  const { t, name } = useOrganisationText()
  const draw = useCallback((node: UnitNode) => {
    const Icon = icons[node.type]
    const look = ['oa-tree-entry', !node.enable && 'is-off', (!node.isKept || !node.isMatch) && 'is-way'].filter(Boolean).join(' ')
    return (
      <span className={look}>
        <Icon aria-hidden />
        <span className="cut" title={name(node.name)}>{name(node.name)}</span>
        {node.people > 0 && <span className="num">{node.people}</span>}
        {node.warnings.length > 0 && <WarningOutlined aria-label={node.warnings.map((warning) => t(warning)).join('; ')} />}
        {!node.enable && <span className="unseen">{t('off')}</span>}
      </span>
    )
  }, [name, t])
  return (
    <MovableTree nodes={nodes} label={t('tree')} hint={t('treeHint')} selected={selected} isSearch={isSearch} draw={draw}
      onSelect={onSelect} onMove={may(canOrganisation.edit) && !isSearch ? onMove : undefined} />
  )
}

/** Dialog that previews the changes from the people directory, and applies exactly these on confirmation. */
function SyncDialog({ onClose }: { onClose(): void }) {
  const { t } = useOrganisationText()
  const http = useHttp()
  const { run, isPending, problems: { '': problem } } = useCommand({ touches: unitQueries, place: () => '' })
  const preview = useQuery({ queryKey: ['personnel', 'preview'],
    queryFn: () => http.query<SyncPreview>(`${syncPath}/preview`, {}, { quiet: true }), gcTime: 0, staleTime: 0 })
  const count = preview.data ? changesIn(preview.data) : 0
  const apply = async () => {
    const isDone = await run((client) => client.post<SyncCounts>(syncPath, { fingerprint: preview.data?.fingerprint }, { quiet: true }), {
      success: ({ success: count }) => t('syncDone', { count }),
      done: onClose,
    })
    if (!isDone) await preview.refetch()
  }
  return (
    <Modal open title={t('syncTitle')} width={720} okText={t('syncApply', { count })} cancelText={t('cancel')} confirmLoading={isPending}
      okButtonProps={{ disabled: count === 0 || preview.isFetching }} onOk={() => void apply()} onCancel={onClose}
    >
      {problem && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problem}</p>}
      <SyncPreviewContent preview={preview} />
    </Modal>
  )
}

const changesIn = ({ added, updated, moved, disabled }: SyncPreview) => added.length + updated.length + moved.length + disabled.length

function SyncPreviewContent(
  { preview: { data, error, refetch } }: { readonly preview: { readonly data?: SyncPreview; readonly error: unknown; refetch(): unknown } },
) {
  if (data) return <SyncChanges preview={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={6} columns={['30%', '60%']} />
}

/** Maximum number of people listed per kind of change; the count is exact. */
const most = 100

const kinds = ['disabled', 'moved', 'added', 'updated', 'failed'] as const

/** Changes of people by kind, most severe first. */
function SyncChanges({ preview }: { readonly preview: SyncPreview }) {
  const { t, locale } = useOrganisationText()
  const shown = kinds.filter((kind) => preview[kind].length > 0)
  return (
    <div className="oa-org-sync">
      {shown.length === 0 && <p role="status">{t('syncNothing')}</p>}
      {shown.map((kind) => <People key={kind} title={t(`sync_${kind}`, { count: preview[kind].length })} people={preview[kind]} />)}
      {preview.strangeUnits.length > 0 && (
        <p className="oa-org-quiet second">
          {t('syncStrange', { names: preview.strangeUnits.slice(0, 10).join(locale === 'cn' ? '、' : ', ') })}
        </p>
      )}
    </div>
  )
}

function People({ title, people }: { readonly title: string; readonly people: readonly (SyncedPerson & { readonly reason?: string })[] }) {
  const { t, name } = useOrganisationText()
  return (
    <section>
      <h3>{title}</h3>
      <ul className="unlisted flat bare">
        {people.slice(0, most).map((person) => (
          <li className="line-bottom" key={person.userName}>
            <b>{name(person.name)}</b> <span className="oa-org-quiet second">{person.userName}</span> {person.reason ??
              Object.entries(person.details).map(([field, value]) =>
                t('syncDetail', { field: t(`sync_${field}` as 'sync_name'), value: name(value) })
              ).join(' · ')}
          </li>
        ))}
      </ul>
      {people.length > most && <p className="oa-org-quiet second">{t('syncMore', { count: people.length - most })}</p>}
    </section>
  )
}
