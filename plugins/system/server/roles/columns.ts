import { accessTo, type ColumnAccess, formSubject } from '#kernel/fields/disclosure.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import { Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { permits } from '#kernel/permissions.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { ColumnField, ColumnSubject, RoleColumn, RoleDetail } from '#plugins/system/access-wire.ts'

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

/**
 * Sets the column access of a role. A caller may only change columns to which they have full access themselves, and a role with the right
 * to add records keeps the required fields.
 * @throws Refused at `columns`
 */
export async function changeColumns({ db, host, caller }: CommandContext, before: Pick<RoleDetail, 'key' | 'permissions' | 'columns'>,
  columns: readonly RoleColumn[]): Promise<void> {
  const subjects = new Map(columnSubjects(host.plugins).map((subject) => [subject.subject, subject]))
  const isNew = (one: RoleColumn) => !before.columns.some((other) => same(one, other))
  for (const column of columns.filter(isNew)) demandColumn(subjects, new Set(before.permissions), column)
  const changed = [...columns.filter(isNew), ...before.columns.filter((one) => !columns.some((other) => same(one, other)))]
  if (changed.some(({ subject, field }) => accessTo({ name: subject }, caller, field) !== 'full')) refuse('system.role.beyondYours')
  await roles(db).setColumns(before.key, columns)
}

function demandColumn(subjects: ReadonlyMap<string, ColumnSubject>, permissions: ReadonlySet<string>,
  { subject, field, access }: RoleColumn): void {
  const known = subjects.get(subject)
  const column = known?.fields.find((one) => one.field === field)
  if (!known || !column) return refuse('system.role.unknownColumn', { column: `${subject}.${field}` })
  if (!column.accesses.includes(access)) refuse('system.role.columnAccess', { column: bilingual(column) })
  if (isOwed(known, column, access) && known.add !== null && permits(permissions, known.add))
    refuse('system.role.columnRequired', { column: bilingual(column), subject: bilingual(known) })
}

/** Returns whether the access would prevent entering a required field. */
const isOwed = ({ kind }: ColumnSubject, { required }: ColumnField, access: ColumnAccess): boolean =>
  kind === 'resource' && required && access !== 'full'

const same = (one: RoleColumn, other: RoleColumn) =>
  one.subject === other.subject && one.field === other.field && one.access === other.access

function refuse(code: string, parameters: Readonly<Record<string, string>> = {}): never {
  throw new Refused(code, parameters, [{ field: 'columns', code, parameters }])
}
