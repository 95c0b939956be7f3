import { maskedKinds, type ColumnAccess, formSubject } from '#kernel/fields/disclosure.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import type { ColumnField, ColumnSubject } from '#plugins/system/role-wire.ts'

/** The resources whose columns can be restricted by role, with the restrictions of each column. */
export function columnSubjects(plugins: readonly Plugin[]): ColumnSubject[] {
  return [
    ...plugins.flatMap(({ resources }) => resources).map((resource): ColumnSubject => ({ subject: resource.name, kind: 'resource',
      cn: resource.cn, en: resource.en, add: resource.can.add ?? null, fields: resourceFields(resource) })
    ),
    ...plugins.flatMap(({ forms }) => forms).map((form): ColumnSubject => ({ subject: formSubject(form.key), kind: 'form', cn: form.cn,
      en: form.en, add: null, fields: formFields(form) })
    ),
  ].filter(({ fields }) => fields.length > 0)
}

/** The fields by which a record is named, distinguished, switched and scoped are shown to everybody who sees it. */
function resourceFields(resource: Resource): ColumnField[] {
  const scope = scopeOf(resource)
  const shown = new Set([resource.key, 'name', 'nameCn', 'nameEn', resource.enable, scope?.departments, scope?.owner,
    ...(resource.import?.match ?? []), ...Object.keys(resource.confidential ?? {})])
  return Object.entries(resource.fields).filter(([name, field]) => !shown.has(name) && !unsaid.has(field.kind)).map((
    [field, { cn, en, kind, required, system, readOnly }],
  ) => ({
    field,
    cn,
    en,
    required: required === true && !system && !readOnly,
    accesses: (['full', 'readOnly', 'masked', 'hidden'] as const).filter((access) =>
      (access !== 'masked' || maskedKinds.has(kind)) && (access !== 'readOnly' || !(system || readOnly))
    ),
  }))
}

/**
 * The fields of a document that lists and messages say anyway are not hidden in it: its title, its amount, and whose it is. The form itself
 * says who is shown a confidential field.
 */
function formFields({ fields, amount }: Form): ColumnField[] {
  const known = new Set([amount, 'approvedAmount', 'title', 'titleEn', 'businessNo', 'applicant', 'applicantDept', 'state', 'currentTask',
    'endTime'])
  return Object.entries(fields).filter(([name, { kind, visibleTo }]) => !known.has(name) && !unsaid.has(kind) && !visibleTo).flatMap((
    [name, field],
  ) => [
    columnField(name, field),
    ...Object.entries(columnsOf(field)).map(([column, definition]) => columnField(`${name}.${column}`, definition, field)),
  ])
}

const columnsOf = ({ columns = {} }: FieldDefinition): Fields =>
  Object.fromEntries(Object.entries(columns).filter(([, { kind, visibleTo }]) => !unsaid.has(kind) && !visibleTo))

const columnField = (field: string, { cn, en, kind }: FieldDefinition, table?: FieldDefinition): ColumnField => ({
  field,
  cn: table ? `${table.cn} · ${cn}` : cn,
  en: table ? `${table.en} · ${en}` : en,
  required: false,
  accesses: (['full', 'masked', 'hidden'] satisfies ColumnAccess[]).filter((access) => access !== 'masked' || maskedKinds.has(kind)),
})

/** Kinds that only head or explain other fields. */
const unsaid: ReadonlySet<string> = new Set(['title', 'plaintext'])
