import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useHttp } from '../../../../src/shell/backend.ts'
import { Icon } from '../../../../src/shell/layout/Icon.tsx'
import { iconNames } from '../../../../src/shell/layout/icon-set.tsx'
import { useDeclarations, useRoutes } from '../../../../src/shell/routing/routes-context.ts'
import type { MenuNode } from '../../menu-wire.ts'
import type { OwnControl } from '../../../../src/shell/resource/FieldsDialog.tsx'
import { permissionsQuery } from './calls.ts'
import { useMenuText } from './text.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Chooses an icon by looking at it. */
export function IconControl({ id, value, onChange }: OwnControl) {
  return (
    <Select id={id} className="oa-input" showSearch allowClear value={textOf(value)} options={iconNames.map((name) => ({ value: name, label: name }))} onChange={(chosen?: string) => onChange(chosen ?? null)}
      optionRender={drawIcon} labelRender={drawIcon} />
  )
}

const drawIcon = ({ value }: { value?: string | number }) => <span className="oa-option"><Icon name={String(value)} /><span className="cut">{value}</span></span>

/** Chooses among the pages that there are: drawn ones, lists of records, forms. */
export function RouteControl({ id, value, onChange }: OwnControl) {
  const { label } = useMenuText()
  const { pages } = useRoutes()
  const { places } = useDeclarations()
  const drawn = pages.filter(({ path }) => !path.includes(':') && !unlisted.has(path)).map(({ path, title }) => ({ path, name: label(title) }))
  const all = new Map([...places.map((place) => [place.path, label(place)] as const), ...drawn.map(({ path, name }) => [path, name] as const)])
  const options = [...all].map(([path, name]) => ({ value: path, label: `${path} ${name}` }))
  return <Select id={id} className="oa-input" showSearch optionFilterProp="label" value={textOf(value)} options={options} onChange={(chosen: string) => onChange(chosen)} />
}

const unlisted: ReadonlySet<string> = new Set(['/404', '/not-support'])

/** Chooses among the permissions of all modules. */
export function PermissionControl({ id, value, onChange }: OwnControl) {
  const { data = [] } = useQuery(permissionsQuery(useHttp()))
  return <Select id={id} className="oa-input" showSearch allowClear value={textOf(value)} options={data.map((permission) => ({ value: permission, label: permission }))} onChange={(chosen?: string) => onChange(chosen ?? null)} />
}

interface ParentProps extends OwnControl {
  readonly tree: readonly MenuNode[]
  /** The entry itself and what is below it cannot hold it. */
  readonly own: string | undefined
}

interface Choice {
  readonly value: string
  readonly title: string
  readonly children: Choice[]
}

export function ParentControl({ id, value, onChange, tree, own }: ParentProps) {
  const { t, locale } = useMenuText()
  const choices = (nodes: readonly MenuNode[]): Choice[] =>
    nodes.filter((node) => node.id !== own && node.type !== 'F').map((node) => ({ value: node.id, title: locale === 'cn' ? node.name : node.nameEn, children: choices(node.children) }))
  return <TreeSelect id={id} className="oa-input" allowClear showSearch treeNodeFilterProp="title" treeDefaultExpandAll placeholder={t('atTop')} treeData={choices(tree)} value={textOf(value)} onChange={(chosen?: string) => onChange(chosen ?? null)} />
}
