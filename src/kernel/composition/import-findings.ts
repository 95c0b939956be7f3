import type { FieldDefinition } from '../fields.ts'
import { fieldSchema } from '../kinds/schema.ts'
import type { DictionaryItem } from '../plugin.ts'
import { recordKindOf } from '../record-kinds.ts'
import type { Resource, ResourceImport, ResourceImportColumn } from '../resource.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'

/** Returns the items of a dictionary; undefined where no dictionary has that key. */
export type ItemsOf = (dictionary: string) => readonly DictionaryItem[] | undefined

const what = { cn: '字段', en: 'field' }

/** Checks how a resource's records are imported from and exported to a workbook. */
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

/** Checks that a constant which every imported record gets is valid for its field. */
function setFindings({ fields }: Resource, [key, value]: readonly [string, unknown], itemsOf: ItemsOf | undefined): Finding[] {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field) return unknown([key], () => false, { where: '', what })
  const isTaken = isOffered(field, value, itemsOf) && fieldSchema(field).safeParse(value).success
  return isTaken ? [] : [finding('', '该字段不接受此值', 'The field does not take this value')]
}

/** Whether the choices of a field include a value; true for a field without choices or with an unknown dictionary. */
function isOffered({ options, dict }: FieldDefinition, value: unknown, itemsOf: ItemsOf | undefined): boolean {
  const choices = options ?? (dict === undefined ? undefined : itemsOf?.(dict))
  return choices === undefined || choices.some((choice) => choice.value === value)
}

/** Finds required fields that neither a column nor a constant fills: every row of every file would be refused. */
function absentFindings({ fields }: Resource, { columns, sets = {} }: ResourceImport): Finding[] {
  const known = new Set([...columns.map(({ field }) => field), ...Object.keys(sets)])
  return Object.entries(fields)
    .filter(([key, field]) => field.required === true && !field.system && !field.readOnly && field.default === undefined && !known.has(key))
    .map(([key]) => finding('columns', `缺少必填字段“${key}”`, `The required field “${key}” is missing`))
}
