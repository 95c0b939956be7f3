import { fieldAt } from './evaluate/path.ts'
import type { FieldDefinition, FieldKind, Fields } from './fields.ts'

/** The name under which records are asked for: a kind of the host's own (`person`, `documentLink`), or what a `reference` is `to`. */
export type RecordKind = string

/** Kinds of the host's own whose value is the id of one record; `multiselect` may be of any of them. */
export const ownRecordKinds: ReadonlySet<string> = new Set<FieldKind>(['person', 'department', 'currency', 'process'])

type ReferenceField = Pick<FieldDefinition, 'kind' | 'of' | 'to'>

/** Returns whether the value of a field is the id of one record. */
export const isRecord = ({ kind }: Pick<FieldDefinition, 'kind'>): boolean => kind === 'reference' || ownRecordKinds.has(kind)

/** The kind of record that a field's ids name, one or several; undefined for a field that holds none. People are persons. */
export function recordKindOf({ kind, of, to }: ReferenceField): RecordKind | undefined {
  if (kind === 'reference') return to
  if (kind === 'people') return 'person'
  if (kind === 'multiselect') return of
  return ownRecordKinds.has(kind) ? kind : undefined
}

/** The same for the field at a path; undefined where there is no such field. */
export function kindAt(fields: Fields, path: string): RecordKind | undefined {
  const field = fieldAt(fields, path)
  return field && recordKindOf(field)
}

/** Returns whether the value of a field is ids of things kept elsewhere: records, people, filed documents, files, areas. */
export const isReference = (field: Pick<FieldDefinition, 'kind'>): boolean => isRecord(field) || otherReferences.has(field.kind)

/** The name under which the things that a field names are asked for. */
export const sourceOf = (field: ReferenceField): RecordKind => recordKindOf(field) ?? field.kind

const otherReferences: ReadonlySet<FieldKind> = new Set(['people', 'documentLink', 'attachment', 'cascader'])
