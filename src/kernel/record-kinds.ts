import { fieldAt } from './evaluate/path.ts'
import type { FieldDefinition, FieldKind, Fields } from './fields.ts'

/** Name of a kind of record: one of the host's (`person`, `documentLink`), or the `to` of a reference. */
export type RecordKind = string

/** Field kinds of the host whose value is a record id; a `multiselect` may be of any of them. */
export const ownRecordKinds: ReadonlySet<string> = new Set<FieldKind>(['person', 'department', 'currency', 'process'])

type ReferenceField = Pick<FieldDefinition, 'kind' | 'of' | 'to'>

/** Returns whether the value of a field is a record id. */
export const isRecord = ({ kind }: Pick<FieldDefinition, 'kind'>): boolean => kind === 'reference' || ownRecordKinds.has(kind)

/** The kind of record whose ids a field holds, one or several; undefined if it holds none. `people` gives `person`. */
export function recordKindOf({ kind, of, to }: ReferenceField): RecordKind | undefined {
  if (kind === 'reference') return to
  if (kind === 'people') return 'person'
  if (kind === 'multiselect') return of
  return ownRecordKinds.has(kind) ? kind : undefined
}

/** The kind of record at a path; undefined where there is no such field. */
export function kindAt(fields: Fields, path: string): RecordKind | undefined {
  const field = fieldAt(fields, path)
  return field && recordKindOf(field)
}

/** Returns whether a field holds ids of anything stored elsewhere: records, people, documents, files, areas. */
export const isReference = (field: Pick<FieldDefinition, 'kind'>): boolean => isRecord(field) || otherReferences.has(field.kind)

/** The name under which the objects in a field are looked up. */
export const sourceOf = (field: ReferenceField): RecordKind => recordKindOf(field) ?? field.kind

const otherReferences: ReadonlySet<FieldKind> = new Set(['people', 'documentLink', 'attachment', 'cascader'])
