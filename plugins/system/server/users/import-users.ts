import { sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { composeName, splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { date, department, select, text } from '#kernel/fields.ts'
import { patterns } from '#kernel/values/patterns.ts'
import type { Db } from '#server/database/tables.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { users } from '#server/identity/organisation/users.ts'
import { type ImportColumn, importer, type ImportStep, type SaveOutcome } from '#server/imports/importer.ts'
import type { Host } from '#server/host.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { demandRank, demandRoles } from './guards.ts'
import { different, listedRoles } from './save-user.ts'
import { userAnswers } from './user-list.ts'

const columnOf = (key: string, field: ImportColumn['field'],
  more: Pick<ImportColumn, 'required' | 'by' | 'example'> = {}): ImportColumn => ({ key, cn: field.cn, en: field.en, field, ...more })

/** Columns of the import template, which are the first columns of the export. */
export const userColumns: readonly ImportColumn[] = [
  columnOf('userName', text({ cn: '用户名', en: 'User name', min: 3, max: 30, pattern: '^[A-Za-z0-9._-]{3,30}$' }), { required: true,
    example: 'wangwei' }),
  columnOf('nameCn', text({ cn: '中文名', en: 'Chinese name', max: 30, pattern: '^[^/]+$' }), { required: true, example: '王伟' }),
  columnOf('nameEn', text({ cn: '英文名', en: 'English name', max: 30, pattern: '^[^/]+$' }), { example: 'Wei Wang' }),
  columnOf('jobNumber', text({ cn: '工号', en: 'Job number', max: 20 }), { required: true, example: 'HY1001' }),
  columnOf('departmentId', department({ cn: '部门编码', en: 'Department code' }), { required: true, by: 'code' }),
  columnOf('phone', text({ cn: '手机', en: 'Phone', max: 11, pattern: patterns.phone }), { example: '13800001001' }),
  columnOf('email', text({ cn: '邮箱', en: 'E-mail', max: 100, pattern: patterns.email }), { example: 'wangwei@demo.example' }),
  columnOf('position', text({ cn: '岗位', en: 'Position', max: 60 })),
  columnOf('positionLevel', select({ cn: '职级', en: 'Grade', dict: 'positionLevel' })),
  columnOf('joiningDate', date({ cn: '入职日期', en: 'Joining date' })),
  columnOf('roles', text({ cn: '角色', en: 'Roles', max: 500 }), { example: 'accountant; cashier' }),
]

/** Further columns of the export. */
export const exportedBeside = [
  { key: 'nickname', cn: '昵称', en: 'Nickname' },
  { key: 'departments', cn: '全部部门', en: 'All departments' },
  { key: 'cardId', cn: '卡号', en: 'Card ID' },
  { key: 'leavingDate', cn: '离职日期', en: 'Leaving date' },
  { key: 'enable', cn: '启用', en: 'Enabled' },
  { key: 'lastLogin', cn: '最近登录', en: 'Last sign-in' },
] as const

interface UserRow {
  readonly userName: string
  readonly jobNumber: string
  readonly departmentId: string
  readonly details: { readonly name: string; readonly phone?: string; readonly email?: string; readonly position?: string;
    readonly positionLevel?: string; readonly joiningDate?: string }
  /** Role keys; undefined for an empty cell, which keeps the roles. */
  readonly roles: readonly string[] | undefined
}

interface ExistingUser {
  readonly id: string
  readonly userName: string
  readonly jobNumber: string | null
}

interface UserLookups {
  readonly known: readonly ExistingUser[]
  /** Role keys by key and name in lower case. */
  readonly roles: ReadonlyMap<string, string>
  readonly organisation: Organisation
  readonly scope: DepartmentScope
}

/** Importer of people from a workbook: existing ones are updated, others get an account without a password. */
export const userImporter = (host: Host) =>
  importer<UserRow, UserLookups>({
    id: 'user',
    cn: '用户',
    en: 'Users',
    permission: canUser.import,
    columns: userColumns,
    others: exportedBeside,
    notes: [
      { cn: '用户名与工号均与同一人一致时更新该人，否则新增；与他人重复的行不导入',
        en:
          'A row whose user name and job number both match one person updates that person; otherwise it adds a new one. Rows that match two people are not imported' },
      { cn: '新增人员没有初始密码，由管理员在用户页面重置后告知本人',
        en: 'New people have no password yet. An administrator resets it on the Users page and passes it on' },
      { cn: '角色填写权限字符或名称，多个以分号分隔；留空不改变角色',
        en: 'Enter roles by key or name, separated by semicolons. Leave empty to keep the current roles' },
      { cn: '职级决定差旅与招待标准；留空不改变职级，新增人员留空即为普通员工',
        en: 'The grade sets travel and dining standards. Leave empty to keep it; new people without one are staff' },
    ],
    identity: { columns: ['userName'], of: ({ userName }) => String(userName).toLowerCase() },
    unshared: ['jobNumber'],
    prepare: async (db, rows, { caller }) => ({
      known: await knownAmong(db, rows),
      roles: await roleNames(db),
      organisation: await host.organisation(db),
      scope: await host.departments(db, caller, 'user'),
    }),
    row(cells, lookups, step) {
      const { unknownRoles, ...row } = rowOf(cells, lookups)
      const { person, problems } = match(row, lookups.known)
      if (person) demandMine(lookups, step, person.id)
      refuse([...problems, ...departmentProblems(row, lookups), ...unknownRoles, ...(person ? [] : newcomersRoles(row, lookups, step))])
      return row
    },
    save: (db, row, lookups, { caller, at }) => save(db, row, { lookups, caller, at }),
  })

function rowOf(cells: FormValue, { roles }: UserLookups): UserRow & { readonly unknownRoles: readonly FieldProblem[] } {
  const text = (key: string) => (typeof cells[key] === 'string' && cells[key] !== '' ? cells[key] : undefined)
  const sure = (key: string) => text(key) ?? ''
  const named = text('roles')?.split(/[;；,，、]/).map((part) => part.trim()).filter(Boolean)
  const keyOf = (name: string) => roles.get(name.toLowerCase())
  return {
    userName: sure('userName'),
    jobNumber: sure('jobNumber'),
    departmentId: sure('departmentId'),
    details: {
      name: composeName({ cn: sure('nameCn'), en: sure('nameEn') }),
      phone: text('phone'),
      email: text('email')?.toLowerCase(),
      position: text('position'),
      positionLevel: text('positionLevel'),
      joiningDate: text('joiningDate'),
    },
    roles: named && [...new Set(named.flatMap((name) => keyOf(name) ?? []))],
    unknownRoles: (named ?? []).filter((name) => keyOf(name) === undefined).map((role) => ({ field: 'roles', code: 'identity.unknownRole',
      parameters: { role } })
    ),
  }
}

interface Match {
  readonly person?: ExistingUser
  /** Problems if user name and job number belong to different people. */
  readonly problems: readonly FieldProblem[]
}

function match({ userName, jobNumber }: Pick<UserRow, 'userName' | 'jobNumber'>, known: readonly ExistingUser[]): Match {
  const named = known.find((person) => person.userName.toLowerCase() === userName.toLowerCase())
  // an unreadable cell is not a contradiction
  if (userName === '' || jobNumber === '') return { person: named, problems: [] }
  const numbered = known.find((person) => person.jobNumber === jobNumber)
  const field = otherPersonsField(named, numbered)
  return field ? { problems: [{ field, code: 'system.user.otherPerson' }] } : { person: named, problems: [] }
}

function otherPersonsField(named: ExistingUser | undefined, numbered: ExistingUser | undefined): 'userName' | 'jobNumber' | undefined {
  if (numbered) return numbered.id === named?.id ? undefined : 'jobNumber'
  return named && named.jobNumber !== null ? 'userName' : undefined
}

const departmentProblems = ({ departmentId }: UserRow, { scope }: UserLookups): readonly FieldProblem[] =>
  departmentId === '' || scope === 'all' || scope.includes(departmentId)
    ? []
    : [{ field: 'departmentId', code: 'system.user.departmentOutOfScope' }]

/** Problems for roles that the caller may not grant to a new account. */
function newcomersRoles({ userName, roles }: UserRow, { organisation }: UserLookups, { caller }: ImportStep): readonly FieldProblem[] {
  if (userName === '' || !roles) return []
  try {
    demandRoles(organisation, caller, { changed: roles })
    return []
  } catch (error) {
    if (error instanceof Refused) return error.fields
    throw error
  }
}

/** @throws Refused for an administrator, or for a person outside of the caller's scope */
function demandMine({ organisation, scope }: UserLookups, { caller }: ImportStep, id: string) {
  demandRank(organisation, caller, id)
  const departments = organisation.users.get(id)?.departments ?? []
  if (scope !== 'all' && id !== caller.id && !departments.some((department) => scope.includes(department)))
    throw new Refused('imports.row.outOfScope')
}

type UserSaveContext = { readonly lookups: UserLookups } & Pick<ImportStep, 'caller' | 'at'>

async function save(db: Db, row: UserRow, { lookups, caller, at }: UserSaveContext): Promise<SaveOutcome> {
  // match again, since an account may have been added after the file was read
  const { person, problems } = match(row, await knownAmong(db, [row]))
  refuse(problems)
  if (!person) {
    await users(db, at).create({ ...row.details, userName: row.userName, jobNumber: row.jobNumber, departments: [{ id: row.departmentId }],
      roles: row.roles ?? [] })
    return 'added'
  }
  const [before] = await userAnswers(db, [person.id])
  const held = await listedRoles(db, person.id)
  const roles = row.roles ?? held
  demandRoles(lookups.organisation, caller, { changed: different(held, roles), id: person.id })
  const details = { ...row.details, name: keptName(row.details.name, before?.name), jobNumber: row.jobNumber }
  if (says(before, details) && isMain(before, row.departmentId) && different(held, roles).length === 0) return 'unchanged'
  await users(db, at).update(person.id, details, caller.id)
  await moveMain(db, { id: person.id, at }, row.departmentId)
  await users(db, at).setRoles(person.id, roles)
  return 'changed'
}

/** Returns whether an account already has all values of a row; empty cells are ignored. */
const says = (before: UserAnswer | undefined, details: Partial<UserAnswer>): boolean =>
  Object.entries(details).every(([key, value]) => value === undefined || before?.[key as keyof UserAnswer] === value)

const isMain = (before: UserAnswer | undefined, department: string): boolean =>
  before?.departments.some(({ id, main }) => main && id === department) === true

/** Keeps the existing English name if the row has none. */
function keptName(name: string, before: string | undefined): string {
  const [old, now] = [splitName(before), splitName(name)]
  return name.includes('/') || !before?.includes('/') ? name : composeName({ cn: now.cn, en: old.en })
}

/** Makes a department the main one; the others are kept. */
async function moveMain(db: Db, { id, at }: { readonly id: string; readonly at: Date }, department: string) {
  const rows = await db.selectFrom('sys_user_group').select(['group_id as id', 'position', 'is_main']).where('user_id', '=', id).orderBy(
    'is_main',
    'desc',
  ).orderBy('sort')
    .execute()
  if (rows[0]?.id === department) return
  const main = rows.find((row) => row.id === department)
  await users(db, at).setDepartments(id, [{ id: department, position: main?.position ?? null },
    ...rows.filter((row) => row.id !== department && !row.is_main)])
}

async function knownAmong(db: Db, rows: readonly FormValue[] | readonly UserRow[]): Promise<ExistingUser[]> {
  const of = (key: 'userName' | 'jobNumber') => rows.map((row) => row[key]).filter((text): text is string => typeof text === 'string')
  return db
    .selectFrom('sys_user')
    .select(['id', 'user_name as userName', 'job_number as jobNumber'])
    .where('del_flag', '=', 0)
    .where((eb) =>
      eb.or([eb(sql<string>`lower(user_name)`, '=', sql<string>`any(${of('userName').map((name) => name.toLowerCase())})`),
        eb('job_number', '=', sql<string>`any(${of('jobNumber')})`)])
    )
    .execute()
}

async function roleNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('sys_role').select(['perm_chars', 'name']).where('del_flag', '=', 0).execute()
  return new Map(
    rows.flatMap(({ perm_chars: key, name }) =>
      [name, splitName(name).cn, splitName(name).en, key].map((text) => [text.toLowerCase(), key] as const)
    ),
  )
}

function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first) throw new Refused(first.code, first.parameters, problems)
}
