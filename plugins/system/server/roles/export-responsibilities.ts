import { z } from 'zod'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { exporter, type ExportColumn, exportLimit } from '#server/workbooks/exporter.ts'
import { canRole } from '#plugins/system/permissions.ts'
import { exportedBeside, responsibilityColumns } from './responsibility-columns.ts'
import { wordsOfValues } from './scope-values.ts'

interface ResponsibilityLine {
  readonly role: string
  readonly roleName: string
  readonly jobNumber: string
  readonly name: string
  readonly scope: string
  words(locale: Locale): string
}

const query = z.strictObject({ role: z.string().max(32).optional(), _t: z.unknown().optional() })

/** Exporter of the responsibilities of members of one or all roles, in the format of the import. */
export function responsibilityExporter(host: Host) {
  const scopes = host.plugins.flatMap(({ roleScopes }) => roleScopes)
  const cells: Readonly<Record<string, ExportColumn<ResponsibilityLine>['cell']>> = {
    role: ({ role }) => ({ value: role }),
    person: ({ jobNumber }) => ({ value: jobNumber, format: '@' }),
    scope: ({ scope }, locale) => ({ value: scopes.find(({ key }) => key === scope)?.[locale] ?? scope }),
    values: ({ words }, locale) => ({ value: words(locale) }),
  }
  const [roleName, name] = exportedBeside
  return exporter<ResponsibilityLine, z.output<typeof query>>({
    id: 'responsibility',
    cn: '角色负责范围',
    en: 'Responsibilities',
    permission: canRole.view,
    query,
    columns: [
      ...responsibilityColumns(scopes).map(({ key, cn, en }) => ({ cn, en, width: key === 'values' ? 40 : 18, cell: cells[key]! })),
      { ...roleName!, width: 20, cell: (line, locale) => ({ value: nameOf(line.roleName, locale) }) },
      { ...name!, width: 16, cell: (line, locale) => ({ value: nameOf(line.name, locale) }) },
    ],
    async rows(db, { role }, caller) {
      const rows = await linesOf(db, role)
      const wordsIn = await wordsByScope(host, { db, caller }, rows)
      return { total: rows.length, batches: once(
        rows.map((row) => ({ ...row, words: (locale: Locale) => row.values.map((value) => wordsIn(row.scope)(value, locale)).join('; ') })),
      ) }
    },
  })
}

type StoredResponsibility = Omit<ResponsibilityLine, 'words'> & { readonly values: readonly string[] }

function linesOf(db: Db, role: string | undefined): Promise<StoredResponsibility[]> {
  return db.selectFrom('sys_role_member_scope as held')
    .innerJoin('sys_role', 'sys_role.id', 'held.role_id').innerJoin('sys_user', 'sys_user.id', 'held.user_id')
    .select(['sys_role.perm_chars as role', 'sys_role.name as roleName', 'sys_user.name', 'held.scope', 'held.values',
      (eb) => eb.fn.coalesce('sys_user.job_number', 'sys_user.user_name').as('jobNumber')])
    .where('sys_role.del_flag', '=', 0).where('sys_user.del_flag', '=', 0).$if(role !== undefined,
      (some) => some.where('held.role_id', '=', role ?? ''))
    .orderBy('sys_role.sort').orderBy('sys_role.perm_chars').orderBy('sys_user.user_name').orderBy('held.scope').limit(exportLimit + 1)
    .execute()
}

/** Lookup of display texts of the values, by scope. */
async function wordsByScope(host: Host, { db, caller }: { readonly db: Db; readonly caller: Caller },
  rows: readonly StoredResponsibility[]) {
  const scopes = host.plugins.flatMap(({ roleScopes }) => roleScopes)
  const words = new Map(await Promise.all(scopes.map(async (scope) => {
    const values = [...new Set(rows.filter((row) => row.scope === scope.key).flatMap((row) => row.values))]
    return [scope.key, await wordsOfValues({ db, host, caller }, scope, values)] as const
  })))
  return (scope: string) => words.get(scope) ?? ((value: string) => value)
}

async function* once<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  yield rows
}
