import { accessTo, type ColumnAccess } from '#kernel/fields/disclosure.ts'
import { Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { permits } from '#kernel/permissions.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { ColumnField, ColumnSubject, RoleColumn, RoleDetail } from '#plugins/system/role-wire.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { columnSubjects } from './column-subjects.ts'

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
