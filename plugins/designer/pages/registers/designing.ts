import { createContext, useContext } from 'react'
import type { FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { compact, freshKey, stemOf } from '../../model/content.ts'
import { kindGroups, kindLabel, newField } from '../../model/kinds.ts'
import type { DesignProblem, FormContent } from '../../wire.ts'
import type { RegisterContent, RegisterDesign } from '../../registers/wire.ts'

/** The register that every part of the page works on. */
export interface RegisterDesigning {
  readonly content: RegisterContent
  readonly design: RegisterDesign
  readonly isReadOnly: boolean
  readonly problems: readonly DesignProblem[]
  /** Key of the selected field, `table.column` of a column. */
  readonly selected: string | undefined
  select(path: string | undefined): void
  apply(next: RegisterContent, place?: string): void
}

export const RegisterDesigningContext = createContext<RegisterDesigning | undefined>(undefined)

/** The register around a part of the page. @throws Error outside of one */
export function useRegisterDesigning(): RegisterDesigning {
  const designing = useContext(RegisterDesigningContext)
  if (!designing) throw new Error('outside of a register')
  return designing
}

/** The kinds that a register can have; calculated fields, links to documents and formatted text belong to documents. */
export const registerKinds: readonly FieldKind[] = kindGroups().flatMap(({ kinds }) => kinds)
  .filter((kind) => !['calculated', 'documentLink', 'richtext', 'title', 'plaintext'].includes(kind))

/** The fields as those of a form: what the panel and the dialog of the form designer work on. */
export const asForm = ({ page, cn, en, fields, columns }: RegisterContent): FormContent => ({ urlPage: page, prefix: '', group: '',
  starters: { people: [], departments: [], roles: [] },
  form: defineForm({ key: page, cn, en, path: '', prefix: '', group: '', icon: '', columns, fields, flow: defineFlow([]) }) })

/** The register with the fields that the form designer's parts made. */
export function withFields(content: RegisterContent, fields: Fields): RegisterContent {
  const own = Object.entries(fields).map(([key, field]) => [key, compact({ ...field, section: undefined })])
  return { ...content, fields: Object.fromEntries(own) as Fields }
}

/** A field by its key, or a column by `table.column`. */
export function fieldAt({ fields }: RegisterContent, path: string): FieldDefinition | undefined {
  const [key = '', column] = path.split('.')
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return column === undefined ? field : field?.columns?.[column]
}

/** Changes attributes of a field or column; those that are undefined are removed. */
export function changed(content: RegisterContent, path: string, part: Partial<Record<keyof FieldDefinition, unknown>>): RegisterContent {
  const [key = '', column] = path.split('.')
  const field = content.fields[key]
  if (!field) return content
  const next = column === undefined
    ? compact({ ...field, ...part })
    : { ...field, columns: { ...field.columns, [column]: compact({ ...field.columns?.[column], ...part } as FieldDefinition) } }
  return { ...content, fields: { ...content.fields, [key]: next as FieldDefinition } }
}

/** A new field behind another one, or at the end; the first ones are shown in the list. */
export function added(content: RegisterContent, kind: FieldKind,
  behind: string | undefined): { readonly content: RegisterContent; readonly key: string } {
  const key = freshKey(content.fields, stemOf(kind))
  const { span: _, ...field } = newField(kind, kindLabel(kind))
  const entries = Object.entries(content.fields)
  const at = entries.findIndex(([name]) => name === behind)
  const fields = Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at + 1, 0, [key, field as FieldDefinition]))
  const { holds } = kindOf(field)
  const isShown = content.columns.length < 8 && !['rows', 'ids', 'nothing'].includes(holds) && kind !== 'textarea'
  return { key, content: { ...content, fields, columns: isShown ? [...content.columns, key] : content.columns } }
}

/** The register without a field, and without the places that named it. */
export function removed(content: RegisterContent, key: string): RegisterContent {
  const { [key]: _, ...fields } = content.fields
  const without = (keys: readonly string[]) => keys.filter((name) => name !== key)
  const { enable, scope, ...rest } = content
  const kept = Object.fromEntries(Object.entries(scope).filter(([, name]) => name !== key))
  return { ...rest, fields, columns: without(content.columns), filters: without(content.filters), search: without(content.search),
    shown: without(content.shown), unique: content.unique.map(without).filter((keys) => keys.length > 0), scope: kept,
    sort: content.sort.field === key ? { field: content.key } : content.sort, ...(enable !== undefined && enable !== key && { enable }) }
}

/** The register whose records a switch takes out of what forms offer; new records have it on, unless the field has another default. */
export function switchedBy(before: RegisterContent, enable: string | undefined): RegisterContent {
  const { enable: _, ...content } = before
  const field = enable === undefined ? undefined : content.fields[enable]
  if (enable === undefined || !field) return content
  return { ...(field.default === undefined ? changed(content, enable, { default: 'true' }) : content), enable }
}

/** The register with a field at another place among the others. */
export function moved(content: RegisterContent, key: string, to: number): RegisterContent {
  const entries = Object.entries(content.fields)
  const from = entries.findIndex(([name]) => name === key)
  const own = entries[from]
  if (!own || to < 0 || to >= entries.length || to === from) return content
  return { ...content, fields: Object.fromEntries(entries.toSpliced(from, 1).toSpliced(to, 0, own)) }
}

/** Gives a field another key and updates the references to it. */
export function renamed(content: RegisterContent, key: string, next: string): RegisterContent {
  const named = (name: string) => (name === key ? next : name)
  const { enable, scope } = content
  return { ...content, fields: Object.fromEntries(Object.entries(content.fields).map(([name, field]) => [named(name), field])),
    key: named(content.key), columns: content.columns.map(named), filters: content.filters.map(named), search: content.search.map(named),
    shown: content.shown.map(named), unique: content.unique.map((keys) => keys.map(named)),
    sort: { ...content.sort, field: named(content.sort.field) }, ...(enable !== undefined && { enable: named(enable) }),
    scope: Object.fromEntries(Object.entries(scope).map(([part, name]) => [part, named(name)])) }
}

/** The problems of a field. */
export const problemsOf = (problems: readonly DesignProblem[], path: string): readonly DesignProblem[] => {
  const [key = '', column] = path.split('.')
  return problems.filter(({ where }) => {
    const steps = where.split(' › ').filter((step) => step !== 'fields')
    return steps[0] === key && (column === undefined || (steps[1] === 'columns' && steps[2] === column))
  })
}
