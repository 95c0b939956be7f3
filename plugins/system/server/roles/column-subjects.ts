import { type ColumnAccess, formSubject } from '#kernel/fields/disclosure.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import type { ColumnField, ColumnSubject } from '#plugins/system/role-wire.ts'

/** Resources and forms whose columns can be restricted by role, with the available accesses of each column. */
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

/** Restrictable fields of a resource; excludes those that name, identify, enable or scope a record, which are visible to every reader. */
function resourceFields(resource: Resource): ColumnField[] {
  const scope = scopeOf(resource)
  const shown = new Set([resource.key, 'name', 'nameCn', 'nameEn', resource.enable, scope?.departments, scope?.owner,
    ...(resource.import?.match ?? []), ...Object.keys(resource.confidential ?? {})])
  return Object.entries(resource.fields).filter(([name, field]) => !shown.has(name) && kindOf(field).holds !== 'nothing').map((
    [name, { required, system, readOnly, ...field }],
  ) => ({
    field: name,
    cn: field.cn,
    en: field.en,
    required: required === true && !system && !readOnly,
    accesses: (['full', 'readOnly', 'masked', 'hidden'] as const).filter((access) =>
      (access !== 'masked' || kindOf(field).isMaskable) && (access !== 'readOnly' || !(system || readOnly))
    ),
  }))
}

/**
 * Restrictable fields of a form; excludes fields that lists and messages show anyway, such as title, amount and applicant, and confidential
 * fields, whose readers the form declares.
 */
function formFields({ fields, amount }: Form): ColumnField[] {
  const known = new Set([amount, 'approvedAmount', 'title', 'titleEn', 'businessNo', 'applicant', 'applicantDept', 'state', 'currentTask',
    'endTime'])
  return Object.entries(fields).filter(([name, field]) => !known.has(name) && kindOf(field).holds !== 'nothing' && !field.visibleTo)
    .flatMap((
      [name, field],
    ) => [
      columnField(name, field),
      ...Object.entries(columnsOf(field)).map(([column, definition]) => columnField(`${name}.${column}`, definition, field)),
    ])
}

const columnsOf = ({ columns = {} }: FieldDefinition): Fields =>
  Object.fromEntries(Object.entries(columns).filter(([, column]) => kindOf(column).holds !== 'nothing' && !column.visibleTo))

const columnField = (path: string, field: FieldDefinition, table?: FieldDefinition): ColumnField => ({
  field: path,
  cn: table ? `${table.cn} · ${field.cn}` : field.cn,
  en: table ? `${table.en} · ${field.en}` : field.en,
  required: false,
  accesses: (['full', 'masked', 'hidden'] satisfies ColumnAccess[]).filter((access) => access !== 'masked' || kindOf(field).isMaskable),
})
