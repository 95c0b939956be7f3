import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { everyValue, type RoleScope } from '#kernel/plugin.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { importer } from '#server/imports/importer.ts'
import { canRole } from '#plugins/system/permissions.ts'
import { isListed } from '../users/guards.ts'
import { responsibilitiesOf } from './responsibilities.ts'
import { exportedBeside, responsibilityColumns } from './responsibility-columns.ts'
import { changeRole } from './save-role.ts'
import { valuesByName } from './scope-values.ts'

interface ResponsibilityRow {
  readonly role: string
  readonly person: string
  readonly scope: string
  readonly values: readonly string[]
}

interface ResponsibilityLookups {
  /** Ids of roles with listed members, by key and name in lower case. */
  readonly roles: ReadonlyMap<string, string>
  readonly members: ReadonlySet<string>
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Importer of the responsibilities of role members from a workbook; does not add members. */
export function responsibilityImporter(host: Host) {
  const scopes = host.plugins.flatMap(({ roleScopes }) => roleScopes)
  return importer<ResponsibilityRow, ResponsibilityLookups>({
    id: 'responsibility',
    cn: '角色负责范围',
    en: 'Responsibilities',
    permission: canRole.edit,
    columns: responsibilityColumns(scopes),
    others: exportedBeside,
    notes: [
      { cn: '角色填写权限字符或名称；人员须已是该角色的成员',
        en: 'Enter the role by key or name. The person must already be a member of it' },
      { cn: '负责填写编码、值或名称，多个以分号分隔；“全部”表示全部，包括今后新增的；留空表示不负责',
        en: 'Enter responsibilities by code, value or name, separated by semicolons. “All” includes future ones; leave empty for none' },
    ],
    identity: { columns: ['role', 'person', 'scope'],
      of: ({ role, person, scope }, { roles }) => [roles.get(wordOf(role)), person, scope].join(' ') },
    prepare: async (db, rows, { caller }) => ({
      roles: await rolesByName(db),
      members: new Set(
        (await db.selectFrom('sys_user_role').select(['role_id', 'user_id']).execute()).map(({ role_id: role, user_id: user }) =>
          `${role} ${user}`
        ),
      ),
      values: new Map(
        await Promise.all(
          scopes.map(async (scope) => [scope.key, await valuesByName({ db, host, caller }, scope, namesFor(scope, rows))] as const),
        ),
      ),
    }),
    row(cells, lookups) {
      const { row, problems } = rowOf(cells, lookups)
      const [first] = problems
      if (first) throw new Refused(first.code, first.parameters, problems)
      return row
    },
    async save(db, { role, person: userId, scope, values }, _, { caller, at }) {
      const held = (await responsibilitiesOf(db, role, [userId])).get(userId)?.[scope] ?? []
      if (held.length === values.length && values.every((value) => held.includes(value))) return 'unchanged'
      await changeRole({ db, host, caller, at }, role, {
        members: { add: [], remove: [], responsible: [{ userId, scope, values: [...values] }] },
      })
      return held.length === 0 ? 'added' : 'changed'
    },
  })
}

const wordOf = (cell: unknown): string => (typeof cell === 'string' ? cell.trim().toLowerCase() : '')

/** Splits a cell with several values. */
const partsOf = (
  cell: unknown,
): readonly string[] => (typeof cell === 'string' ? cell.split(/[;；,，、\n]/).map((part) => part.trim()).filter(Boolean) : [])

const namesFor = ({ key }: RoleScope, rows: readonly FormValue[]): readonly string[] => [
  ...new Set(rows.filter(({ scope }) => scope === key).flatMap(({ values }) => partsOf(values))),
]

function rowOf({ role: named, person, scope, values }: FormValue,
  { roles, members, values: known }: ResponsibilityLookups): { readonly row: ResponsibilityRow;
  readonly problems: readonly FieldProblem[] } {
  const role = roles.get(wordOf(named)) ?? ''
  const { chosen, unknown } = valuesIn(values, known.get(String(scope)))
  const problems: FieldProblem[] = [
    ...(typeof named === 'string' && role === '' ? [{ field: 'role', code: 'identity.unknownRole', parameters: { role: named } }] : []),
    ...(role !== '' && typeof person === 'string' && !members.has(`${role} ${person}`)
      ? [{ field: 'person', code: 'system.role.notMember' }]
      : []),
    ...unknown.map((value) => ({ field: 'values', code: 'system.role.unknownValue', parameters: { value } })),
  ]
  return { row: { role, person: String(person), scope: String(scope), values: chosen.includes(everyValue) ? [everyValue] : chosen },
    problems }
}

/** Values of a scope in a cell, and unknown texts; both empty if the scope is unknown. */
function valuesIn(cell: unknown,
  choices: ReadonlyMap<string, string> | undefined): { readonly chosen: readonly string[]; readonly unknown: readonly string[] } {
  const parts = choices ? partsOf(cell).map((part) => ({ part, value: choices.get(part.toLowerCase()) })) : []
  return { chosen: [...new Set(parts.flatMap(({ value }) => value ?? []))],
    unknown: parts.filter(({ value }) => value === undefined).map(({ part }) => part) }
}

async function rolesByName(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('sys_role').select(['id', 'perm_chars', 'name']).where('del_flag', '=', 0).execute()
  return new Map(rows.filter(({ perm_chars: key }) => isListed(key)).flatMap(({ id, perm_chars: key, name }) => {
    const { cn, en } = splitName(name)
    return [name, cn, en, key].map((word) => [word.toLowerCase(), id] as const)
  }))
}
