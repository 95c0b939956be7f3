import type { FieldDefinition } from '#kernel/fields.ts'
import type { WritingHttp } from '#providers/http.ts'
import type { MenuNode, MenuType } from '#plugins/system/menu-wire.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { path, menuQueries } from './calls.ts'
import { IconControl, PageControl, ParentControl, PermissionControl, RouteControl } from './controls.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { useMenuText } from './text.ts'

interface MenuDialogProps {
  /** The entry to change; without one, a new one is added. */
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
const names = [field('text', 'name', 'name', { required: true, max: 30 }), field('text', 'nameEn', 'nameEn', { required: true, max: 60 })]
const icon = own('icon', (control) => <IconControl {...control} />)
const route = (component: unknown) => own('path', ({ id }) => <RouteControl id={id} component={component} />)
const permission = (required: boolean) => own('perms', (control) => <PermissionControl {...control} />, required)
const switches = [field('switch', 'visible', 'visible'), field('switch', 'enable', 'enabled')]
const keepAlive = field('switch', 'keepAlive', 'keepAlive')

/** Adds an entry of the menu, or changes one. */
export function MenuDialog({ entry, parent, tree, onSaved, onClose }: MenuDialogProps) {
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
    // The route follows the page; the server knows it.
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
