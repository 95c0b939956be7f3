import { defaultNames, flowNames } from '#kernel/composition/expressions.ts'
import { rowKeys, rowNames } from '#kernel/evaluate/plan/context-names.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'
import type { Form, Section } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { header } from '#plugins/forms/kit.ts'
import type { FormContent } from '../wire.ts'

/** A field by its key, or a column by `table.column`. */
export type FieldPath = string

/** The place of a field: in a section of the form or in a table, in front of another field there; without one, at the end. */
export interface FieldPlace {
  readonly section?: string | undefined
  readonly table?: string | undefined
  /** Key of the field that follows. */
  readonly before?: string | undefined
}

/** Maximum numbers of fields, columns of a table, rules, and list columns. */
export const limits = { fields: 200, columns: 20, rules: 50, listColumns: 8 } as const

/** Fields that every filed document has: they can be named and moved, and neither removed nor called otherwise. */
const headerFields: Fields = header({ cn: '', en: '' })

/** Returns whether a field has the key of one that every document has. */
export const isHeaderField = (path: FieldPath): boolean => Object.hasOwn(headerFields, path)

/** Attributes of the fields of every document that a designer settles; the others are the product's. */
const settledOfHeader: ReadonlySet<string> = new Set(['cn', 'en', 'section', 'span', 'hint'])

/**
 * Returns whether a field has the key of one that every document has, and is another field: of another kind, or with a condition, value or
 * reader of its own. The product's field would take its place.
 */
export function isForeignHeaderField(key: string, field: FieldDefinition): boolean {
  const own = isHeaderField(key) ? headerFields[key] : undefined
  if (!own) return false
  const isOtherwise = (['kind', 'of', 'to', 'dict', 'system'] as const).some((attribute) => field[attribute] !== own[attribute])
  return isOtherwise || Object.keys(compact(field)).some((attribute) => !settledOfHeader.has(attribute) && !Object.hasOwn(own, attribute))
}

/** Words that mean something else in an expression, in a row, in a flow or in an object of the language. */
const reservedKeys: ReadonlySet<string> = new Set(['if', 'then', 'else', 'for', 'in', 'return', 'some', 'every', 'satisfies', 'and', 'or',
  'not', 'between', 'instance', 'of', 'true', 'false', 'null', 'function', 'external', 'date', 'time', 'duration', 'today', 'now',
  ...rowNames, ...rowKeys, ...flowNames, ...defaultNames, 'option', 'row', 'partial', 'constructor', 'prototype', 'toString', 'valueOf',
  'hasOwnProperty', 'isPrototypeOf', 'toLocaleString', 'propertyIsEnumerable'])

/** Returns whether a key means something else in an expression or in an object of the language. */
export const isReservedKey = (key: string): boolean => reservedKeys.has(key)

/** Returns whether a field of the header is set by the product and not shown on the form. */
export const isHiddenField = (path: FieldPath, { system, section }: FieldDefinition): boolean =>
  isHeaderField(path) && system === true && (section === undefined || path === 'businessNo')

/** The table of a column, and the key of a field or column. */
export function partsOf(path: FieldPath): { readonly table: string | undefined; readonly key: string } {
  const dot = path.indexOf('.')
  return dot < 0 ? { table: undefined, key: path } : { table: path.slice(0, dot), key: path.slice(dot + 1) }
}

/** The path of a field, or of a column of a table. */
export const pathOf = (table: string | undefined, key: string): FieldPath => (table === undefined ? key : `${table}.${key}`)

/** The fields of the form, or the columns of a table. */
export const fieldsIn = ({ form }: FormContent, table: string | undefined): Fields =>
  table === undefined ? form.fields : (form.fields[table]?.columns ?? {})

/** A form of the product as a content, so that parts of the designer can work on it. */
export const contentOfForm = (form: Form): FormContent => ({ urlPage: form.key, prefix: form.prefix, group: form.group, icon: form.icon,
  starters: form.flow.settings.starters ?? { people: [], departments: [], roles: [] }, form })

/** A field by its path; undefined where there is none. */
export const fieldOf = ({ form: { fields } }: FormContent, path: FieldPath): FieldDefinition | undefined => fieldAt(fields, path)

/** The form of a content with some attributes changed. */
export const withForm = (content: FormContent, part: Partial<Form>): FormContent => ({ ...content, form: { ...content.form, ...part } })

/** An object without the attributes that are undefined, as stored definitions leave them out. */
export const compact = <Held extends object>(held: Held): Held =>
  Object.fromEntries(Object.entries(held).filter(([, value]) => value !== undefined)) as Held

function withFields(content: FormContent, table: string | undefined, fields: Fields): FormContent {
  if (table === undefined) return withForm(content, { fields })
  const own = content.form.fields[table]
  return own ? withForm(content, { fields: { ...content.form.fields, [table]: { ...own, columns: fields } } }) : content
}

/** Changes attributes of a field; those that are undefined are removed. */
export function changeField(content: FormContent, path: FieldPath, part: Partial<Record<keyof FieldDefinition, unknown>>): FormContent {
  const { table, key } = partsOf(path)
  const field = fieldOf(content, path)
  if (!field) return content
  return withFields(content, table, { ...fieldsIn(content, table), [key]: compact({ ...field, ...part }) as FieldDefinition })
}

/** Puts another definition in the place of a field. */
export function replaceField(content: FormContent, path: FieldPath, field: FieldDefinition): FormContent {
  const { table, key } = partsOf(path)
  return withFields(content, table, { ...fieldsIn(content, table), [key]: field })
}

/** Inserts a field; the section of its place becomes its own. */
export function insertField(content: FormContent, key: string, field: FieldDefinition,
  { section, table, before }: FieldPlace): FormContent {
  const placed = table === undefined ? compact({ ...field, section }) : compact({ ...field, section: undefined, span: undefined })
  const entries = Object.entries(fieldsIn(content, table)).filter(([name]) => name !== key)
  const at = before === undefined ? -1 : entries.findIndex(([name]) => name === before)
  return withFields(content, table, Object.fromEntries(at < 0 ? [...entries, [key, placed]] : entries.toSpliced(at, 0, [key, placed])))
}

/** Moves a field within the form or within its table. */
export function moveField(content: FormContent, path: FieldPath, place: FieldPlace): FormContent {
  const { table, key } = partsOf(path)
  const field = fieldOf(content, path)
  if (!field || table !== place.table || key === place.before) return content
  return insertField(content, key, field, place)
}

/** The keys of a section's fields that are on the screen, in their order. */
export const keysIn = ({ form: { fields } }: FormContent, section: string | undefined): readonly string[] =>
  Object.entries(fields).filter(([key, field]) => field.section === section && !isHiddenField(key, field)).map(([key]) => key)

/** Ids of the sections in their order; one without an id where the form has none. */
export const sectionIds = ({ form: { sections } }: FormContent): readonly (string | undefined)[] =>
  sections.length > 0 ? sections.map(({ id }) => id) : [undefined]

/** Moves a field one place on among its neighbours, at the end of a section into the next one. */
export function nudgeField(content: FormContent, path: FieldPath, by: -1 | 1): FormContent {
  const { table, key } = partsOf(path)
  const section = fieldOf(content, path)?.section
  const keys = neighboursOf(content, path)
  const at = keys.indexOf(key)
  if (keys[at + by] !== undefined) {
    const before = by < 0 ? keys[at - 1] : (keys[at + 2] ?? after(content, keys, table))
    return moveField(content, path, { section, table, before })
  }
  return table === undefined ? intoNext(content, path, by) : content
}

/** The keys of a field's section or table, in their order. */
export function neighboursOf(content: FormContent, path: FieldPath): readonly string[] {
  const { table } = partsOf(path)
  return table === undefined ? keysIn(content, fieldOf(content, path)?.section) : Object.keys(fieldsIn(content, table))
}

/** Moves a field to the adjacent end of the previous or next section. */
function intoNext(content: FormContent, path: FieldPath, by: -1 | 1): FormContent {
  const section = fieldOf(content, path)?.section
  const ids = sectionIds(content)
  const next = ids[ids.indexOf(section) + by]
  if (next === undefined) return content
  return moveField(content, path, { section: next, before: by < 0 ? undefined : keysIn(content, next)[0] })
}

/** Key of the form's field after the last of these keys; inserting before it keeps the order of the other sections. */
function after(content: FormContent, keys: readonly string[], table: string | undefined): string | undefined {
  const all = Object.keys(fieldsIn(content, table))
  return all[all.indexOf(keys.at(-1) ?? '') + 1]
}

/** A free key from a stem such as `text`: neither taken nor reserved. */
export function freshKey(fields: Fields, stem: string): string {
  const taken = new Set(Object.keys(fields).map((key) => key.toLowerCase()))
  if (!taken.has(stem.toLowerCase()) && !isReservedKey(stem)) return stem
  for (let number = 2;; number++) if (!taken.has(`${stem}${number}`.toLowerCase())) return `${stem}${number}`
}

/** Copies a field directly behind it; references keep pointing to the original. */
export function copyField(content: FormContent, path: FieldPath): { readonly content: FormContent; readonly path: FieldPath } {
  const { table, key } = partsOf(path)
  const field = fieldOf(content, path)
  if (!field) return { content, path }
  const fields = fieldsIn(content, table)
  const { as: _, ...copied } = field
  const own = freshKey(fields, key.replace(/\d+$/, '') || key)
  const keys = Object.keys(fields)
  const label = { cn: `${field.cn}（副本）`, en: `${field.en} (copy)` }
  return {
    content: insertField(content, own, { ...copied, ...label }, { section: field.section, table, before: keys[keys.indexOf(key) + 1] }),
    path: pathOf(table, own),
  }
}

/** Removes a field from the form, its list and its print; other references stay and are reported by the check. */
export function removeField(content: FormContent, path: FieldPath): FormContent {
  if (isHeaderField(path)) return content
  const { table, key } = partsOf(path)
  const { [key]: _, ...rest } = fieldsIn(content, table)
  const removed = withoutUnique(withFields(content, table, rest), table, key)
  const { columns, print } = removed.form
  return withForm(removed, { columns: columns.filter((name) => name !== path),
    ...(print && print.omit && { print: { ...print, omit: print.omit.filter((name) => name !== path) } }) })
}

/** Rows are no longer compared by a column that was removed. */
function withoutUnique(content: FormContent, table: string | undefined, key: string): FormContent {
  const unique = table === undefined ? undefined : content.form.fields[table]?.uniqueColumns
  if (table === undefined || !unique?.includes(key)) return content
  const kept = unique.filter((column) => column !== key)
  return changeField(content, table, { uniqueColumns: kept.length > 0 ? kept : undefined })
}

/** Adds a section behind the others. */
export function addSection(content: FormContent, label: Label): { readonly content: FormContent; readonly id: string } {
  const { sections } = content.form
  const ids = Object.fromEntries(sections.map((section) => [section.id, section])) as unknown as Fields
  const id = freshKey(ids, 'section')
  return { content: withForm(content, { sections: [...sections, { id, ...label }] }), id }
}

/** Changes the labels of a section. */
export const changeSection = (content: FormContent, id: string, part: Partial<Label>): FormContent =>
  withForm(content, { sections: content.form.sections.map((section) => (section.id === id ? { ...section, ...part } : section)) })

/** Moves a section one place on; at the end it stays. */
export function moveSection(content: FormContent, id: string, by: -1 | 1): FormContent {
  const { sections } = content.form
  const at = sections.findIndex((section) => section.id === id)
  const own = sections[at]
  if (!own || at + by < 0 || at + by >= sections.length) return content
  return withForm(content, { sections: sections.toSpliced(at, 1).toSpliced(at + by, 0, own) })
}

/** Removes a section; its fields go to the one before it, or to the next. The last section stays. */
export function removeSection(content: FormContent, id: string): FormContent {
  const { sections, fields } = content.form
  const at = sections.findIndex((section) => section.id === id)
  const heir: Section | undefined = sections[at - 1] ?? sections[at + 1]
  if (at < 0 || !heir) return content
  const moved = Object.entries(fields).map(([key, field]) => [key, field.section === id ? { ...field, section: heir.id } : field])
  return withForm(content, { sections: sections.toSpliced(at, 1), fields: Object.fromEntries(moved) as Fields })
}

/** Stem of the key of a new field of a kind. */
export const stemOf = (kind: FieldKind): string =>
  ({ switch: 'isTrue', select: 'choice', integer: 'count', date: 'day', datetime: 'moment', title: 'heading', plaintext: 'note',
    daterange: 'period', time: 'clock' } as Partial<Record<FieldKind, string>>)[kind] ?? kind
