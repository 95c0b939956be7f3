import type { FieldDefinition } from '../fields.ts'
import { fieldSchema } from '../kinds/schema.ts'
import type { DictionaryItem } from '../plugin.ts'
import { recordKindOf } from '../record-kinds.ts'
import type { Resource, ResourceImport, ResourceImportColumn } from '../resource.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'

/** The items of a dictionary; undefined where there is none of that key. */
export type ItemsOf = (dictionary: string) => readonly DictionaryItem[] | undefined

const what = { cn: '字段', en: 'field' }

/** Finds the faults of how a resource's records are read from a workbook and written to one. */
export function transferFindings(resource: Resource, itemsOf?: ItemsOf): Finding[] {
  const { can, export: exported } = resource
  const known = (key: string): boolean => Object.hasOwn(resource.fields, key)
  return [
    ...(resource.import ? within('import', importFindings(resource, resource.import, itemsOf)) : []),
    ...((resource.import === undefined) === (can.import === undefined)
      ? []
      : [finding('import', '导入须同时声明内容和权限', 'An import needs both its columns and a permission')]),
    ...unknown(exported?.columns ?? [], known, { where: 'export', what }),
    ...(exported && can.export === undefined ? [finding('export', '导出没有权限', 'An export needs a permission')] : []),
  ]
}

function importFindings(resource: Resource, declared: ResourceImport, itemsOf: ItemsOf | undefined): Finding[] {
  const known = (key: string): boolean => Object.hasOwn(resource.fields, key)
  const { columns, match, onMatch, sets = {}, notes = [] } = declared
  return [
    ...unknown(columns.map(({ field }) => field), known, { where: 'columns', what }),
    ...repeated(columns.map(({ field, by }) => (by === 'name' ? `${field}.name` : field)), { where: 'columns',
      what: { cn: '列', en: 'column' } }),
    ...columns.flatMap((column) => within(`columns ${column.field}`, columnFindings(resource, column, columns))),
    ...unknown(match, known, { where: 'match', what }),
    ...(onMatch === 'update' && match.length === 0
      ? [finding('match', '更新须说明依据哪些字段', 'An update needs fields to match by')]
      : []),
    ...Object.entries(sets).flatMap((set) => within(`sets ${set[0]}`, setFindings(resource, set, itemsOf))),
    ...absentFindings(resource, declared),
    ...notes.flatMap((note, index) => untranslated(note, `notes ${index + 1}`)),
  ]
}

function columnFindings({ fields }: Resource, { field: key, by, cn, en }: ResourceImportColumn,
  columns: readonly ResourceImportColumn[]): Finding[] {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field) return []
  return [
    ...untranslated({ cn: cn ?? field.cn, en: en ?? field.en }, ''),
    ...(field.system || field.readOnly ? [finding('', '由系统填写，不能导入', 'The server sets it; it cannot be imported')] : []),
    ...(by === undefined ? [] : byFindings(field, by, columns.filter((other) => other.field === key))),
  ]
}

function byFindings(field: FieldDefinition, by: 'code' | 'name', ofSame: readonly ResourceImportColumn[]): Finding[] {
  if (!recordKindOf(field)) return [finding('by', '只有引用字段才按编码或名称读取', 'Only a reference is read by code or name')]
  const isAlone = by === 'name' && ofSame.every((each) => each.by === 'name')
  return isAlone ? [finding('by', '名称列旁须有编码列', 'A name stands beside its code')] : []
}

/** A value that every record of a file gets must be one that its field takes. */
function setFindings({ fields }: Resource, [key, value]: readonly [string, unknown], itemsOf: ItemsOf | undefined): Finding[] {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field) return unknown([key], () => false, { where: '', what })
  const isTaken = isOffered(field, value, itemsOf) && fieldSchema(field).safeParse(value).success
  return isTaken ? [] : [finding('', '该字段不接受此值', 'The field does not take this value')]
}

/** A field without choices, or whose dictionary is not known here, takes what its kind takes. */
function isOffered({ options, dict }: FieldDefinition, value: unknown, itemsOf: ItemsOf | undefined): boolean {
  const choices = options ?? (dict === undefined ? undefined : itemsOf?.(dict))
  return choices === undefined || choices.some((choice) => choice.value === value)
}

/** A field that a record always needs must come from somewhere, or no row of any file would be right. */
function absentFindings({ fields }: Resource, { columns, sets = {} }: ResourceImport): Finding[] {
  const known = new Set([...columns.map(({ field }) => field), ...Object.keys(sets)])
  return Object.entries(fields)
    .filter(([key, field]) => field.required === true && !field.system && !field.readOnly && field.default === undefined && !known.has(key))
    .map(([key]) => finding('columns', `缺少必填字段“${key}”`, `The required field “${key}” is missing`))
}
