import type { FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'

/** Fields of a section that are drawn together. */
export interface FieldGroup {
  /** Stays the same when fields come and go within the group, so that what is drawn keeps its focus. */
  readonly id: string
  readonly kind: 'grid' | 'table' | 'figures' | 'block'
  readonly names: readonly string[]
}

/** The fields that are drawn apart from a grid: figures that follow from others, and those in whose place a module draws a block. */
interface DrawnApart {
  isFigure?(field: FieldDefinition): boolean
  isInBlock?(field: FieldDefinition): boolean
}

/** Breaks a section into grids and tables, in the order of the form; the figures that follow from them come last. */
export function groupsOf(fields: Fields, names: readonly string[], apart: DrawnApart = {}): readonly FieldGroup[] {
  const groups: { id: string; kind: FieldGroup['kind']; names: string[] }[] = []
  const figures: string[] = []
  for (const name of names.filter((each) => Object.hasOwn(fields, each))) {
    const kind = kindOfGroup(fields[name]!, apart)
    const last = groups.at(-1)
    if (kind === 'figures') figures.push(name)
    else if (last?.kind === kind && kind !== 'table') last.names.push(name)
    else groups.push({ id: idOf(kind, name, last), kind, names: [name] })
  }
  return figures.length > 0 ? [...groups, { id: 'figures', kind: 'figures', names: figures }] : groups
}

/** A table is known by its name, anything else by what stands before it. */
const idOf = (kind: FieldGroup['kind'], name: string,
  last: Pick<FieldGroup, 'id'> | undefined) => (kind === 'table' ? name : [kind, last?.id].join('/'))

function kindOfGroup(field: FieldDefinition, { isFigure = isDerived, isInBlock }: DrawnApart): FieldGroup['kind'] {
  if (isInBlock?.(field)) return 'block'
  if (field.kind === 'table') return 'table'
  return isFigure(field) ? 'figures' : 'grid'
}

const isDerived = ({ kind, result }: FieldDefinition): boolean => kind === 'calculated' && result !== undefined && result !== 'boolean'

/**
 * Returns whether a field is derived or only read, in few words: while a form is filled in, a box of its own among the others would leave
 * holes.
 */
export function isOnlyRead(field: FieldDefinition): boolean {
  const { kind, readOnly, editAt, hint, span = 1 } = field
  return isDerived(field) || (readOnly === true && short.has(kind) && editAt === undefined && hint === undefined && span === 1)
}

const short: ReadonlySet<FieldKind> = new Set(['person', 'select', 'department', 'text', 'number', 'integer', 'money', 'date', 'datetime'])

/** The one field of a section that is called like it, or asks whether: the section's title stands for the field's label. */
export const singleOf = ({ fields }: Pick<Form, 'fields'>, [name, ...others]: readonly string[], title: Label | undefined):
  | string
  | undefined =>
  title !== undefined && name !== undefined && others.length === 0 && fields[name]?.cn.replace(/^是否/, '') === title.cn ? name : undefined

/**
 * The title of a table at the top of a section stands for the section's: two titles of one weight, one below the other, say less than the
 * second.
 */
export const startsWithTitle = ([first]: readonly FieldGroup[]): boolean => first?.kind === 'table'
