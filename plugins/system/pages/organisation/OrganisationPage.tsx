import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { canOrganisation } from '#plugins/system/permissions.ts'
import type { UnitNode } from '#plugins/system/unit-wire.ts'
import { treeQuery } from './calls.ts'
import { narrowed, unitsIn } from './narrow.ts'
import { type OrganisationChange, OrganisationDialogs } from './OrganisationDialogs.tsx'
import { SyncButton } from './SyncButton.tsx'
import { useOrganisationText } from './text.ts'
import { UnitPanel } from './UnitPanel.tsx'
import { UnitTree } from './UnitTree.tsx'
import { useMoving } from './use-moving.ts'
import './organisation.css'

/** The organisation: its tree left, one unit right; the address names which. */
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
    <div className="oa-org-head" role="search">
      <SearchBox className="oa-org-find" label={t('search')} onSearch={(keyword) => onFilter({ ...filter, keyword })} />
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
  /** The one that the address names. */
  readonly named: UnitNode | undefined
  onChoose(id: string | undefined): void
  onAsk(change: OrganisationChange): void
}

/** Side by side; on a small screen one after the other. */
function Split({ tree, filter, named, onChoose, onAsk }: SplitProps) {
  const { t } = useOrganisationText()
  const isMobile = useIsMobile()
  const { move, announcement } = useMoving(tree, onAsk)
  const nodes = filter.isWarnedOnly ? narrowed(tree, isWarned) : tree
  const shown = shownOf(nodes, named, isMobile)
  if (nodes.length === 0) return <StateView illustration="search" title={t('noMatch')} role="status" />
  const list = (
    <div className="oa-split-list">
      <UnitTree nodes={nodes} selected={shown?.id} isSearch={isNarrowing(filter)} onSelect={onChoose} onMove={move} />
    </div>
  )
  return (
    <div className="oa-split">
      {isMobile && shown ? null : list}
      <Content shown={shown} isMobile={isMobile} onChoose={onChoose} onAsk={onAsk} />
      <p className="unseen" role="status">{announcement}</p>
    </div>
  )
}

/** The unit that is shown: where both stand side by side, the first one before one is chosen. */
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
    <div className="oa-split-content">
      <UnitPanel key={shown.id} id={shown.id} warnings={shown.warnings} onBack={isMobile ? () => onChoose(undefined) : undefined}
        onAct={(act, unit) => onAsk({ act, unit })} />
    </div>
  )
}
