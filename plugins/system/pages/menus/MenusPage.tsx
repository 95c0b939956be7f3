import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { Icon } from '#shell/layout/Icon.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import type { MenuNode } from '#plugins/system/menu-wire.ts'
import { canMenu } from '#plugins/system/permissions.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import { entriesIn, treeQuery } from './calls.ts'
import { EntryPanel, type MenuAct } from './EntryPanel.tsx'
import { MenuDialog } from './MenuDialog.tsx'
import { useMenuText } from './text.ts'
import { useEntryActs } from './use-entry-acts.ts'
import '../organisation/organisation.css'

/** The entry that the dialog is open for. */
interface MenuDialogEntry {
  readonly entry?: MenuNode
  readonly parent?: MenuNode | undefined
}

/** The menu: its tree left, one entry right; the address names which. */
export function MenusPage() {
  const { t } = useMenuText()
  const [filter, setFilter] = useState({ name: '', isDisabledOnly: false })
  const [edited, setEdited] = useState<MenuDialogEntry>()
  const [parameters, setParameters] = useSearchParams()
  const answer = useQuery({ ...treeQuery(useHttp(), filter), placeholderData: keepPreviousData })
  const tree = answer.data ?? []
  const isMobile = useIsMobile()
  const entries = entriesIn(tree)
  const named = entries.find(({ id }) => id === parameters.get('entry'))
  const chosen = named ?? (isMobile ? undefined : firstOf(entries))
  const choose = (id: string | undefined) => setParameters(id === undefined ? {} : { entry: id }, { replace: true })
  const isSearch = filter.name !== '' || filter.isDisabledOnly
  return (
    <Page
      title={t('title')}
      actions={may(canMenu.add) && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited({ parent: groupOf(named) })}>{t('add')}</Button>
      )}
      head={
        <div className="oa-org-head" role="search">
          <SearchBox className="oa-org-find" label={t('search')} onSearch={(name) => setFilter({ ...filter, name })} />
          <Checkbox checked={filter.isDisabledOnly} onChange={({ target }) => setFilter({ ...filter, isDisabledOnly: target.checked })}>
            {t('disabledOnly')}
          </Checkbox>
        </div>
      }
    >
      {answer.data
        ? <Split tree={tree} isSearch={isSearch} chosen={chosen} isMobile={isMobile} onChoose={choose} onEdit={setEdited} />
        : <NotYet error={answer.error} onRetry={() => void answer.refetch()} />}
      {edited && <MenuDialog {...edited} tree={tree} onSaved={choose} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

/** Shows the first entry before one is chosen, where both stand side by side. */
const firstOf = (entries: readonly MenuNode[]) => entries.find(({ isMatch }) => isMatch) ?? entries[0]

/** The group of a new entry, unless another place is chosen. */
const groupOf = (named: MenuNode | undefined) => (named?.type === 'M' ? named : undefined)

function NotYet({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <RowsSkeleton rows={10} columns={['30%', '60%']} />
}

interface SplitProps {
  readonly tree: readonly MenuNode[]
  readonly isSearch: boolean
  readonly chosen: MenuNode | undefined
  readonly isMobile: boolean
  onChoose(id: string | undefined): void
  onEdit(edited: MenuDialogEntry): void
}

/** Side by side; on a small screen one after the other. */
function Split({ tree, isSearch, chosen, isMobile, onChoose, onEdit }: SplitProps) {
  const { t } = useMenuText()
  const { move, turn, remove, announcement } = useEntryActs(tree, () => onChoose(undefined))
  const draw = useEntryRenderer()
  if (tree.length === 0) return <StateView illustration="search" title={t('noMatch')} role="status" />
  const act = (menuAct: MenuAct, entry: MenuNode) => {
    const acts: Readonly<Record<MenuAct, () => void>> = { edit: () => onEdit({ entry }), addBelow: () => onEdit({ parent: entry }),
      switch: () => turn(entry), remove: () => void remove(entry) }
    acts[menuAct]()
  }
  return (
    <div className="oa-split">
      {!(isMobile && chosen) && (
        <div className="oa-split-list">
          <MovableTree nodes={tree} label={t('tree')} hint={t('treeHint')} selected={chosen?.id} isSearch={isSearch} levels={1} draw={draw}
            onSelect={onChoose} onMove={may(canMenu.edit) && !isSearch ? move : undefined} />
        </div>
      )}
      <Content chosen={chosen} isMobile={isMobile} onBack={() => onChoose(undefined)} onAct={act} />
      <p className="unseen" role="status">{announcement}</p>
    </div>
  )
}

interface ContentProps {
  readonly chosen: MenuNode | undefined
  readonly isMobile: boolean
  onBack(): void
  onAct(act: MenuAct, entry: MenuNode): void
}

function Content({ chosen, isMobile, onBack, onAct }: ContentProps) {
  if (!chosen) return null
  return (
    <div className="oa-split-content">
      <EntryPanel entry={chosen} onBack={isMobile ? onBack : undefined} onAct={(menuAct) => onAct(menuAct, chosen)} />
    </div>
  )
}

function useEntryRenderer() {
  const { t, locale } = useMenuText()
  return useCallback((node: MenuNode) => {
    const look = lookOf(node)
    return (
      <span className={look}>
        {node.type !== 'F' && <Icon name={node.icon ?? plainIcons[node.type]} />}
        <span className="cut">{locale === 'cn' ? node.name : node.nameEn}</span>
        {!node.visible && <span className="num">{t('hidden')}</span>}
        {!node.enable && <span className="unseen">{t('off')}</span>}
      </span>
    )
  }, [locale, t])
}

const plainIcons = { M: 'folder', C: 'file' } as const

const lookOf = ({ enable, isMatch, visible }: MenuNode) =>
  ['oa-tree-entry', !enable && 'is-off', !(isMatch && visible) && 'is-way'].filter(Boolean).join(' ')
