import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'

/** Fields of a section that are rendered together. */
export interface FieldGroup {
  /** React key, stable when fields of the group appear or disappear, so that the focus is kept. */
  readonly id: string
  readonly kind: 'grid' | 'table' | 'figures' | 'block'
  readonly names: readonly string[]
}

/** Predicates for fields that are rendered separately: derived figures, and fields replaced by a module's block. */
interface DrawnApart {
  isFigure?(field: FieldDefinition): boolean
  isInBlock?(field: FieldDefinition): boolean
}

/** Splits a section into grids and tables, in the order of the form; derived figures come last. */
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

/** The key of a group: for a table its field key, else derived from the preceding group. */
const idOf = (kind: FieldGroup['kind'], name: string,
  last: Pick<FieldGroup, 'id'> | undefined) => (kind === 'table' ? name : [kind, last?.id].join('/'))

function kindOfGroup(field: FieldDefinition, { isFigure = isDerived, isInBlock }: DrawnApart): FieldGroup['kind'] {
  if (isInBlock?.(field)) return 'block'
  if (field.kind === 'table') return 'table'
  return isFigure(field) ? 'figures' : 'grid'
}

const isDerived = ({ kind, result }: FieldDefinition): boolean => kind === 'calculated' && result !== undefined && result !== 'boolean'

/**
 * Returns whether a field is derived, or read-only and short; in a form, these are shown as figures, because a box in the grid would leave
 * gaps.
 */
export function isOnlyRead(field: FieldDefinition): boolean {
  const { readOnly, editAt, hint, span = 1 } = field
  return isDerived(field) ||
    (readOnly === true && kindOf(field).isShort === true && editAt === undefined && hint === undefined && span === 1)
}

/** The only field of a section if it has the section's name (or asks whether it applies): the section's title replaces its label. */
export const singleOf = ({ fields }: Pick<Form, 'fields'>, [name, ...others]: readonly string[], title: Label | undefined):
  | string
  | undefined =>
  title !== undefined && name !== undefined && others.length === 0 && fields[name]?.cn.replace(/^是否/, '') === title.cn ? name : undefined

/**
 * Returns whether a section starts with a table, whose title then replaces the section's, to avoid two consecutive titles.
 */
export const startsWithTitle = ([first]: readonly FieldGroup[]): boolean => first?.kind === 'table'
