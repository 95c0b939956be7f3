import type { FieldDefinition, FieldKind } from './fields.ts'

/** Kinds whose value is the id of one master record, or of a person or department; `multiselect` may be of any of them. */
export const recordKinds: ReadonlySet<FieldKind> = new Set([
  'person', 'department', 'costCenter', 'expenseCategory', 'currency', 'project', 'supplier', 'customer', 'salesGroup', 'contract', 'material', 'process', 'book', 'bookLocation', 'bankAccount',
])

/** The kind of record whose ids a field holds, one or several; nothing for a field that holds none. People are persons. */
export function recordKindOf({ kind, of }: Pick<FieldDefinition, 'kind' | 'of'>): FieldKind | undefined {
  if (kind === 'people') return 'person'
  if (kind === 'multiselect') return of
  return recordKinds.has(kind) ? kind : undefined
}

/** Whether the value of a kind is ids of things kept elsewhere: records, people, filed documents, files, areas. */
export const isReference = (kind: FieldKind): boolean => recordKinds.has(kind) || otherReferences.has(kind)

/** The kind under which such things are asked for: people are persons. */
export const sourceKind = (kind: FieldKind): FieldKind => (kind === 'people' ? 'person' : kind)

const otherReferences: ReadonlySet<FieldKind> = new Set(['people', 'documentLink', 'attachment', 'cascader'])
