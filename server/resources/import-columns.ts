import type { FieldDefinition } from '#kernel/fields.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { Resource, ResourceImportColumn } from '#kernel/resource.ts'
import type { ImportColumn } from '#server/imports/importer.ts'
import type { RecordRules } from './rules.ts'

/** The template's columns, with the labels of the resource's fields. */
export function importColumns(resource: Resource, { meanings = {} }: Pick<RecordRules, 'meanings'> = {}): ImportColumn[] {
  return (resource.import?.columns ?? []).flatMap((column) => {
    const field = resource.fields[column.field]
    return field ? [{ ...columnOf(resource, column, field), meanings: meanings[column.field] }] : []
  })
}

function columnOf(resource: Resource, { field: name, by, required, cn, en, example, formerly }: ResourceImportColumn,
  field: FieldDefinition): ImportColumn {
  const label = { cn: cn ?? field.cn, en: en ?? field.en, formerly }
  if (by === 'name') return { ...label, key: `${name}.name`, field, by, example, required }
  return { ...label, key: name, field, by, example, required: required ?? (field.required === true ? true : undefined),
    among: isOwn(resource, field) ? resource.key : undefined }
}

/** Returns whether a field refers to records of its own resource, which files identify by their code. */
const isOwn = ({ offers, key, import: declared }: Resource, field: FieldDefinition): boolean =>
  offers !== undefined && recordKindOf(field) === offers && declared?.match.length === 1 && declared.match[0] === key
