import { Button, Input, Select, Tooltip, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import { Icon } from '#shell/layout/Icon.tsx'
import { useHttp } from '#shell/backend.ts'
import { iconNames } from '#shell/layout/icon-set.tsx'
import type { OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { may } from '#providers/permissions.ts'
import type { Http } from '#providers/http.ts'
import type { MenuNode, RegisteredPage } from '#plugins/system/access-wire.ts'
import { canMenu } from '#plugins/system/permissions.ts'
import { cn, en } from './texts.ts'

export const useMenuText = definePartText<keyof typeof cn>({ cn, en })

export type MenuAct = 'edit' | 'addBelow' | 'switch' | 'remove'

interface EntryPanelProps {
  readonly entry: MenuNode
  onBack?: (() => void) | undefined
  onAct(act: MenuAct): void
}

/** One entry of the menu. */
export function EntryPanel({ entry, onBack, onAct }: EntryPanelProps) {
  const { t, locale } = useMenuText()
  return (
    <>
      {onBack && <Button type="link" className="oa-split-back" onClick={onBack}>{t('back')}</Button>}
      <header className="oa-unit-head at-start flex wrap between">
        <h2>
          {locale === 'cn' ? entry.name : entry.nameEn} <span className="oa-pill" data-tone="grey">{t(entry.type)}</span>
        </h2>
        <Actions entry={entry} onAct={onAct} />
      </header>
      {!entry.enable && <p className="oa-unit-warnings on-orange round-6 orange" role="status">{t('disabledHides')}</p>}
      <Facts entry={entry} />
    </>
  )
}

function Facts({ entry: { type, name, nameEn, icon, path, component, keepAlive, visible, enable, perms } }: { entry: MenuNode }) {
  const { t } = useMenuText()
  const answer = (isSo: boolean) => t(isSo ? 'yes' : 'no')
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('name'), name],
    [t('nameEn'), nameEn],
    [t('icon'), icon && (
      <span key="icon" className="oa-tree-entry">
        <Icon name={icon} /> {icon}
      </span>
    )],
    ...(type === 'C' ? [[t('component'), component], [t('path'), path]] as const : []),
    [t('perms'), perms],
    [t('visible'), answer(visible)],
    ...(type === 'C' ? [[t('keepAlive'), answer(keepAlive)]] as const : []),
    [t('enabled'), answer(enable)],
  ]
  return (
    <dl className="oa-unit-facts grid">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="muted line-18">{label}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ entry, onAct }: { entry: MenuNode; onAct(act: MenuAct): void }) {
  const { t } = useMenuText()
  return (
    <span className="flex wrap gap-4">
      {may(canMenu.edit) && <Button onClick={() => onAct('edit')}>{t('edit')}</Button>}
      {may(canMenu.add) && entry.type !== 'F' && <Button onClick={() => onAct('addBelow')}>{t('addBelow')}</Button>}
      {may(canMenu.enable) && <Button type="text" onClick={() => onAct('switch')}>{t(entry.enable ? 'disable' : 'enable')}</Button>}
      {may(canMenu.delete) && <Removing entry={entry} onRemove={() => onAct('remove')} />}
    </span>
  )
}

/** Delete button, disabled with the reason for declared entries and those with children. */
function Removing({ entry, onRemove }: { entry: MenuNode; onRemove(): void }) {
  const { t } = useMenuText()
  const kept = entry.isDeclared ? t('declared') : entry.children.length > 0 ? t('hasChildren') : undefined
  return (
    <Tooltip title={kept}>
      <Button type="text" danger disabled={kept !== undefined} onClick={onRemove}>{t('remove')}</Button>
    </Tooltip>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Icon picker. */
export function IconControl({ id, value, onChange }: OwnControl) {
  const { t } = useMenuText()
  return (
    <Select id={id} className="oa-input" showSearch allowClear placeholder={t('choose')} value={textOf(value)}
      options={iconNames.map((name) => ({ value: name, label: name }))} onChange={(chosen?: string) => onChange(chosen ?? null)}
      optionRender={drawIcon} labelRender={drawIcon} />
  )
}

const drawIcon = ({ value }: { value?: string | number }) => (
  <span className="row gap-8 narrow">
    <Icon name={String(value)} />
    <span className="cut">{value}</span>
  </span>
)

interface PageProps extends OwnControl {
  readonly tree: readonly MenuNode[]
}

/** Page picker; pages already opened by another entry are disabled. */
export function PageControl({ id, value, onChange, tree }: PageProps) {
  const { t, label, locale } = useMenuText()
  const { data = [], isPending } = useQuery(pagesQuery(useHttp()))
  const taken = new Map(
    entriesIn(tree).flatMap((
      entry,
    ) => (entry.component === null || entry.component === value
      ? []
      : [[entry.component, locale === 'cn' ? entry.name : entry.nameEn] as const])
    ),
  )
  const options = data.map((page) => {
    const by = taken.get(page.component)
    return { value: page.component, title: by === undefined ? undefined : t('taken', { name: by }),
      label: `${label(page)} · ${page.component}`, disabled: by !== undefined }
  })
  return (
    <Select id={id} className="oa-input" showSearch optionFilterProp="label" loading={isPending} placeholder={t('choosePage')}
      value={textOf(value)} options={options} onChange={(chosen: string) => onChange(chosen)} />
  )
}

/** Read-only route of the selected page. */
export function RouteControl({ id, component }: Pick<OwnControl, 'id'> & { readonly component: unknown }) {
  const { data = [] } = useQuery(pagesQuery(useHttp()))
  return <Input id={id} readOnly variant="filled" value={data.find((page) => page.component === component)?.path ?? ''} />
}

/** Picker for the permissions of all modules. */
export function PermissionControl({ id, value, onChange }: OwnControl) {
  const { t } = useMenuText()
  const { data = [] } = useQuery(permissionsQuery(useHttp()))
  return (
    <Select id={id} className="oa-input" showSearch allowClear placeholder={t('choose')} value={textOf(value)}
      options={data.map((permission) => ({ value: permission, label: permission }))}
      onChange={(chosen?: string) => onChange(chosen ?? null)} />
  )
}

interface ParentProps extends OwnControl {
  readonly tree: readonly MenuNode[]
  /** Id of the edited entry, which cannot be its own parent or that of an ancestor. */
  readonly own: string | undefined
}

interface MenuOption {
  readonly value: string
  readonly title: string
  readonly children: MenuOption[]
}

/** Picker for the parent directory or page; excludes the entry itself and everything below it. */
export function ParentControl({ id, value, onChange, tree, own }: ParentProps) {
  const { t, locale } = useMenuText()
  const choices = (nodes: readonly MenuNode[]): MenuOption[] =>
    nodes.filter((node) => node.id !== own && node.type !== 'F').map((node) => ({ value: node.id,
      title: locale === 'cn' ? node.name : node.nameEn, children: choices(node.children) })
    )
  return (
    <TreeSelect id={id} className="oa-input" allowClear showSearch treeNodeFilterProp="title" treeDefaultExpandAll placeholder={t('atTop')}
      treeData={choices(tree)} value={textOf(value)} onChange={(chosen?: string) => onChange(chosen ?? null)} />
  )
}

export const path = '/system/menu'

const key = ['menuAdministration'] as const

/** Query for the menu entries that match, with their ancestors. */
export const treeQuery = (http: Http, { name, isDisabledOnly }: { name: string; isDisabledOnly: boolean }) =>
  queryOptions({
    queryKey: [...key, 'tree', name, isDisabledOnly],
    queryFn: () =>
      http.get<readonly MenuNode[]>(path, { ...(name && { name }), ...(isDisabledOnly && { enable: 'false' }) }, { quiet: true }),
  })

/** Query for the permissions declared by modules. */
const permissionsQuery = (http: Http) =>
  queryOptions({ queryKey: [...key, 'permissions'], queryFn: () => http.get<readonly string[]>(`${path}/permissions`, {}, { quiet: true }),
    staleTime: Infinity })

/** Query for the pages registered by modules. */
const pagesQuery = (http: Http) =>
  queryOptions({ queryKey: [...key, 'pages'], queryFn: () => http.get<readonly RegisteredPage[]>(`${path}/pages`, {}, { quiet: true }),
    staleTime: Infinity })

/** Queries invalidated by a change of the menu: this page, the caller's menu, and the catalogue of rights. */
export const menuQueries = [key, ['read', 'menus'], ['read', 'closedPages'], ['roles', 'catalogue']] as const

/** All entries of a tree in depth-first order. */
export const entriesIn = (nodes: readonly MenuNode[]): readonly MenuNode[] => nodes.flatMap((node) => [node, ...entriesIn(node.children)])
