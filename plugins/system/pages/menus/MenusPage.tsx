import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { Icon } from '#shell/layout/Icon.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { may } from '#providers/permissions.ts'
import type { WritingHttp } from '#providers/http.ts'
import type { MenuNode, MenuType } from '#plugins/system/access-wire.ts'
import { canMenu } from '#plugins/system/permissions.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import { entriesIn, EntryPanel, IconControl, type MenuAct, menuQueries, PageControl, ParentControl, path, PermissionControl, RouteControl,
  treeQuery, useMenuText } from './EntryPanel.tsx'
import type { TreeMove } from '../tree/moves.ts'
import { cn, en } from './texts.ts'
import '../organisation/organisation.css'

/** State of the dialog: an entry to edit, or the parent of a new one. */
interface MenuDialogEntry {
  readonly entry?: MenuNode
  readonly parent?: MenuNode | undefined
}

/** Menu administration: tree on the left, selected entry on the right; the selection is kept in the URL. */
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
        <div className="oa-org-head row wrap gap-8-16" role="search">
          <SearchBox className="oa-org-find wide" label={t('search')} onSearch={(name) => setFilter({ ...filter, name })} />
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

/** Initial selection if tree and entry are shown side by side. */
const firstOf = (entries: readonly MenuNode[]) => entries.find(({ isMatch }) => isMatch) ?? entries[0]

/** Initial parent of a new entry: the selected directory. */
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

/** Tree and entry side by side; on phones one at a time. */
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
    <div className="oa-split grid">
      {!(isMobile && chosen) && (
        <div className="oa-split-list low scroll">
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
    <div className="oa-split-content low narrow scroll">
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

/** Commands to move, switch and delete entries; the HTTP client shows refusals. */
function useEntryActs(tree: readonly MenuNode[], onRemoved: () => void) {
  const { t, locale } = useMenuText()
  const { run } = useCommand({ touches: menuQueries })
  const dialogs = useDialogs()
  const [announcement, setAnnouncement] = useState('')
  const nameOf = (entry: MenuNode | undefined) => (locale === 'cn' ? entry?.name : entry?.nameEn) ?? ''

  const move = (order: TreeMove) => {
    const name = nameOf(entriesIn(tree).find(({ id }) => id === order.id))
    void run((http) => http.put(`${path}/sort`, order), () => setAnnouncement(t('moved', { name })))
  }
  const turn = ({ id, enable }: MenuNode) => void run((http) => http.put(`${path}/${id}/enable`, { enable: !enable }))
  const remove = async (entry: MenuNode) => {
    const ask = await dialogs()
    ask.confirm({
      title: t('removeTitle', { name: nameOf(entry) }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: () => run((http) => http.delete(`${path}/${entry.id}`), onRemoved),
    })
  }
  return { move, turn, remove, announcement }
}

interface MenuDialogProps {
  /** Entry to edit; undefined for a new one. */
  readonly entry?: MenuNode
  readonly parent?: MenuNode
  readonly tree: readonly MenuNode[]
  onSaved(id: string): void
  onClose(): void
}

type MenuTextKey = keyof typeof cn

const field = (kind: FieldDefinition['kind'], name: string, words: MenuTextKey, more: Partial<FieldDefinition> = {}): DialogField => ({
  name,
  field: { kind, cn: cn[words], en: en[words], ...more } as FieldDefinition,
})

const own = (name: MenuTextKey, draw: DialogField['draw'], required = false): DialogField => ({
  ...field('text', name, name, required ? { required } : {}),
  draw,
})

const types: readonly MenuType[] = ['M', 'C', 'F']

const typeField = field('radio', 'type', 'type', { required: true,
  options: types.map((value) => ({ value, cn: cn[value], en: en[value] })) })

const names = [field('text', 'name', 'name', { required: true, max: 60 }), field('text', 'nameEn', 'nameEn', { required: true, max: 120 })]

const icon = own('icon', (control) => <IconControl {...control} />)

const route = (component: unknown) => own('path', ({ id }) => <RouteControl id={id} component={component} />)

const permission = (required: boolean) => own('perms', (control) => <PermissionControl {...control} />, required)

const switches = [field('switch', 'visible', 'visible'), field('switch', 'enable', 'enabled')]

const keepAlive = field('switch', 'keepAlive', 'keepAlive')

/** Dialog to add or edit a menu entry. */
function MenuDialog({ entry, parent, tree, onSaved, onClose }: MenuDialogProps) {
  const { t, locale } = useMenuText()
  const parentField = own('parentId', (control) => <ParentControl {...control} tree={tree} own={entry?.id} />)
  const pageField = own('component', (control) => <PageControl {...control} tree={tree} />, true)
  const fieldsOf = (type: unknown, component: unknown): readonly DialogField[] => [
    ...names,
    ...(type === 'F' ? [] : [icon]),
    ...(type === 'C' ? [pageField, route(component)] : []),
    permission(type === 'F'),
    ...switches,
    ...(type === 'C' ? [keepAlive] : []),
  ]
  const save = async (entered: Readonly<Record<string, unknown>>, http: WritingHttp): Promise<string> => {
    // the server derives the route from the page
    const value = { ...entered, path: null }
    if (entry) {
      await http.put(path, { ...value, id: entry.id, version: entry.version }, { quiet: true })
      return entry.id
    }
    return (await http.post<{ id: string }>(path, value, { quiet: true, adds: true })).id
  }
  return (
    <FieldsDialog
      title={entry ? t('editTitle', { name: locale === 'cn' ? entry.name : entry.nameEn }) : t('add')}
      fields={({ type, component }) => [...(entry ? [] : [typeField]), parentField, ...fieldsOf(entry?.type ?? type, component)]}
      start={entry
        ? { ...entry }
        : { type: typeBelow(parent), parentId: parent?.id ?? null, name: '', nameEn: '', keepAlive: true, visible: true, enable: true }}
      touches={menuQueries}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

const typeBelow = (parent: MenuNode | undefined): MenuType => (parent === undefined ? 'M' : parent.type === 'M' ? 'C' : 'F')
