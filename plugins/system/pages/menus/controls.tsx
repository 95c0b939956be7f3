import { useQuery } from '@tanstack/react-query'
import { Input, Select, TreeSelect } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { Icon } from '#shell/layout/Icon.tsx'
import { iconNames } from '#shell/layout/icon-set.tsx'
import type { MenuNode } from '#plugins/system/menu-wire.ts'
import type { OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { entriesIn, pagesQuery, permissionsQuery } from './calls.ts'
import { useMenuText } from './text.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Chooses an icon by looking at it. */
export function IconControl({ id, value, onChange }: OwnControl) {
  const { t } = useMenuText()
  return (
    <Select id={id} className="oa-input" showSearch allowClear placeholder={t('choose')} value={textOf(value)}
      options={iconNames.map((name) => ({ value: name, label: name }))} onChange={(chosen?: string) => onChange(chosen ?? null)}
      optionRender={drawIcon} labelRender={drawIcon} />
  )
}

const drawIcon = ({ value }: { value?: string | number }) => (
  <span className="oa-option">
    <Icon name={String(value)} />
    <span className="cut">{value}</span>
  </span>
)

interface PageProps extends OwnControl {
  readonly tree: readonly MenuNode[]
}

/** Chooses the page that the entry opens; one that another entry opens already cannot be chosen. */
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

/** The route of the chosen page; it follows the page. */
export function RouteControl({ id, component }: Pick<OwnControl, 'id'> & { readonly component: unknown }) {
  const { data = [] } = useQuery(pagesQuery(useHttp()))
  return <Input id={id} readOnly variant="filled" value={data.find((page) => page.component === component)?.path ?? ''} />
}

/** Chooses among the permissions of all modules. */
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
  /** The entry itself and what is below it cannot hold it. */
  readonly own: string | undefined
}

interface MenuOption {
  readonly value: string
  readonly title: string
  readonly children: MenuOption[]
}

/** Chooses the directory or page that an entry lies below; it cannot be the entry itself nor anything below it. */
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
