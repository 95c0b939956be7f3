import { z } from 'zod'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { everyValue, type RoleScope } from '#kernel/plugin.ts'
import { nameOf, splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { person, select, text } from '#kernel/fields.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import { type ImportColumn, importer } from '#server/imports/importer.ts'
import type { Caller } from '#server/identity/caller.ts'
import { type ExportColumn, exporter, exportLimit } from '#server/workbooks/exporter.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { canRole } from '#plugins/system/permissions.ts'
import { isListed } from '../users/guards.ts'
import { responsibilitiesOf } from './responsibilities.ts'
import { changeRole } from './save-role.ts'

/** Columns of a workbook of responsibilities, for the declared scopes. */
export const responsibilityColumns = (scopes: readonly RoleScope[]): readonly ImportColumn[] => {
  const [first] = scopes
  return [
    { key: 'role', cn: '角色', en: 'Role', required: true, field: text({ cn: '角色', en: 'Role', required: true, max: 60 }),
      example: 'buyer' },
    { key: 'person', cn: '工号', en: 'Job number', required: true, by: 'code',
      field: person({ cn: '工号', en: 'Job number', required: true }) },
    { key: 'scope', cn: '范围', en: 'Scope', required: true,
      field: select({ cn: '范围', en: 'Scope', required: true, options: scopes.map(({ key, cn, en }) => ({ value: key, cn, en })) }),
      ...(first && { example: first }) },
    { key: 'values', cn: '负责', en: 'Responsible for', field: text({ cn: '负责', en: 'Responsible for', max: 2000 }),
      example: everything },
  ]
}

/** Additional columns of the export. */
const exportedBeside: readonly Label[] = [{ cn: '角色名称', en: 'Role name' }, { cn: '姓名', en: 'Name' }]

/** Text that means all values of a scope. */
const everything: Label = { cn: '全部', en: 'All' }

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

interface ScopeNameContext {
  readonly db: Db
  readonly host: Pick<Host, 'references' | 'departments'>
  readonly caller: Caller
}

/** Values of a scope by their spellings in lower case: code, value, or name in either language. */
async function valuesByName({ db, host, caller }: ScopeNameContext, { dict, to }: RoleScope,
  names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = [everyValue, everything.cn, everything.en].map((word) => [word, everyValue] as const)
  const known = dict === undefined ? await recordNames({ db, host, caller }, to, names) : await itemNames(db, dict)
  return new Map([...known, ...all].map(([word, value]) => [word.trim().toLowerCase(), value]))
}

async function itemNames(db: Db, dict: string): Promise<(readonly [string, string])[]> {
  const items = (await dictionaries(db).list(dict)).filter(({ disabled }) => !disabled)
  return items.flatMap(({ value, label, localName }) => [value, label, localName].map((word) => [word, value] as const))
}

async function recordNames({ db, host: { references, departments }, caller }: ScopeNameContext, to: string,
  names: readonly string[]): Promise<(readonly [string, string])[]> {
  const found = names.length === 0 ? [] : ((await references.source(to)?.named?.(db, names, { caller, departments })) ?? [])
  return found.flatMap((record) => wordsOf(record).map((word) => [word, record.id] as const))
}

function wordsOf({ code, name }: ReferenceRecord): string[] {
  const { cn, en } = splitName(name)
  return [code, cn, en].filter((word): word is string => typeof word === 'string' && word !== '')
}

/** Lookup of the texts of scope values for workbooks: labels of dictionary items, codes of records. */
async function wordsOfValues({ db, host, caller }: ScopeNameContext, { dict, to }: RoleScope,
  values: readonly string[]): Promise<(value: string, locale: Locale) => string> {
  const labels = new Map(
    dict === undefined
      ? []
      : (await dictionaries(db).list(dict)).map(({ value, label, localName }) => [value, `${label}/${localName}`] as const),
  )
  const found = dict === undefined && values.length > 0
    ? ((await host.references.source(to)?.find(db, values, { caller, departments: host.departments })) ?? [])
    : []
  const codes = new Map(found.map((record) => [record.id, wordsOf(record)[0] ?? record.id] as const))
  return (value, locale) => (value === everyValue
    ? everything[locale]
    : dict === undefined
    ? (codes.get(value) ?? value)
    : nameOf(labels.get(value) ?? value, locale))
}
