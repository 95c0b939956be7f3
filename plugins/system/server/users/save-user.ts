import { z } from 'zod'
import { Refused, StateMoved } from '#kernel/errors.ts'
import { composeName, isNameHalf } from '#kernel/wording/names.ts'
import { patterns } from '#kernel/values/patterns.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { type UserDetails, users } from '#server/identity/organisation/users.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { dayInput, versionInput } from '#server/http/requests/validation.ts'
import { demandAnother, demandCaller, demandRank, demandRoles, heldInScope, hold, isAdministrator, userScope } from './guards.ts'

const id = z.string().min(1).max(32)

/** Optional text; '' becomes null. */
const optional = (schema: z.ZodType<string>) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish())

const half = z.string().trim().max(30).refine(isNameHalf, 'system.user.slash')
/** User name: letters, digits and `._-`; cannot be changed. */
const userName = z.string().trim().regex(/^[A-Za-z0-9._-]{3,30}$/, 'system.user.userNameFormat')

const details = {
  nameCn: half.min(1),
  nameEn: half.nullish(),
  nickname: optional(z.string().trim().max(30)),
  phone: optional(z.string().trim().regex(new RegExp(patterns.phone), 'identity.invalidPhone')),
  email: optional(z.string().trim().max(100).regex(new RegExp(patterns.email), 'identity.invalidEmail')),
  jobNumber: optional(z.string().trim().max(20)),
  joiningDate: optional(dayInput),
  leavingDate: optional(dayInput),
  cardId: optional(z.string().trim().max(32)),
  position: optional(z.string().trim().max(60)),
  positionLevel: optional(z.string().trim().max(30)),
  locale: z.enum(['cn', 'en']).default('cn'),
  admin: z.boolean().default(false),
  departmentIds: z.array(id).max(20).refine((ids) => new Set(ids).size === ids.length, 'error.field.invalid'),
  mainDepartmentId: id.nullish(),
  /** Role keys. */
  roles: z.array(z.string().min(1).max(60)).max(100),
}

interface Dates {
  readonly joiningDate?: string | null
  readonly leavingDate?: string | null
  readonly departmentIds: readonly string[]
  readonly mainDepartmentId?: string | null
}

/** Checks across several fields. */
function together({ joiningDate, leavingDate, departmentIds, mainDepartmentId }: Dates, context: z.RefinementCtx) {
  if (joiningDate && leavingDate && leavingDate < joiningDate)
    context.addIssue({ code: 'custom', path: ['leavingDate'], message: 'system.user.leavesBeforeJoining' })
  if (departmentIds.length > 0 && !departmentIds.includes(mainDepartmentId ?? ''))
    context.addIssue({ code: 'custom', path: ['mainDepartmentId'], message: 'system.user.mainDepartment' })
}

/** Input for a new account; a password is generated if none is given. */
export const newUser = z.strictObject({ ...details, userName, password: z.string().max(100).nullish() }).superRefine(together)

export const changedUser = z.strictObject({ ...details, version: versionInput, userName: z.string().max(30).optional() }).superRefine(
  together,
)

type UserInput = Omit<z.output<typeof newUser>, 'userName' | 'password'>
type NewUserInput = z.output<typeof newUser>
type ChangedUserInput = z.output<typeof changedUser>

const yesOrNo = z.union([z.boolean(), z.literal(0).transform(() => false), z.literal(1).transform(() => true)])

export const enabling = z.strictObject({ enable: yesOrNo, version: versionInput.optional(), leavingDate: dayInput.nullish() })

export const resetting = z.strictObject({ password: z.string().max(100).nullish() })

export const byId = z.strictObject({ id })

/** Columns by which the list can be sorted. */
export const sortable = ['userName', 'name', 'jobNumber', 'positionLevel', 'joiningDate', 'lastLogin', 'enable', 'createTime'] as const

const flag = z.union([z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true'), yesOrNo])

const filters = {
  keyword: z.string().trim().max(100).nullish(),
  /** Department including everything below it. */
  departmentId: id.nullish(),
  /** Role key. */
  role: z.string().max(60).nullish(),
  positionLevel: z.string().max(30).nullish(),
  enable: flag.nullish(),
  orders: z.array(z.strictObject({ column: z.enum(sortable), asc: z.boolean().default(true) })).max(3).nullish(),
}

export type UserFilters = z.output<z.ZodObject<typeof filters>>

export const userPage = z.strictObject({ ...filters, current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20), _t: z.unknown().optional() })

/** Filters as query parameters of the export. */
export const userExport = z.strictObject({ keyword: filters.keyword, departmentId: filters.departmentId, role: filters.role,
  positionLevel: filters.positionLevel, enable: filters.enable, _t: z.unknown().optional() })

export const emptyQuery = z.strictObject({ _t: z.unknown().optional() })

/** Adds an account. @returns its id @throws Refused at fields */
export async function addUser(context: CommandContext, { userName, ...input }: NewUserInput, passwordHash: string | null): Promise<string> {
  const { db, host, caller, at } = context
  const organisation = await host.organisation(db)
  demandCaller(await hold(db, [caller.id]), caller)
  if (input.admin && !isAdministrator(caller)) refuse('admin', 'system.user.aboveYours')
  demandRoles(organisation, caller, { changed: input.roles })
  await demandLevel(context, input.positionLevel)
  await demandDepartments(context, organisation, input.departmentIds, [])
  return users(db, at).create({
    ...detailsOf(input),
    userName,
    passwordHash,
    mustChangePassword: passwordHash !== null,
    roles: input.roles,
    departments: membershipsOf(input, new Map()),
  })
}

/** Changes an account. @throws Missing out of scope, StateMoved if the version is stale, or Refused at fields */
export async function changeUser(context: CommandContext, id: string, { version, userName, ...input }: ChangedUserInput): Promise<void> {
  const { db, host, caller, at } = context
  const held = await hold(db, [caller.id, id])
  const organisation = await host.organisation(db)
  demandCaller(held, caller)
  const before = await heldInScope(db, held, id, await userScope(host, db, caller))
  demandRank(organisation, caller, id)
  if (before.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
  if (userName !== undefined && userName !== before.user_name) refuse('userName', 'system.user.userNameFixed')
  if (before.admin !== input.admin) demandFlag(context, id, input.admin, () => demandAnother(held, id))

  const listed = await listedRoles(db, id)
  demandRoles(organisation, caller, { changed: different(listed, input.roles), id })
  const memberships = await membershipPositions(db, id)
  await demandDepartments(context, organisation, input.departmentIds, [...memberships.keys()])

  if (input.positionLevel !== before.position_level) await demandLevel(context, input.positionLevel)
  await users(db, at).update(id, detailsOf(input), caller.id)
  await users(db, at).setDepartments(id, membershipsOf(input, memberships))
  await users(db, at).setRoles(id, input.roles)
  if (before.admin && !input.admin) await users(db, at).endSessions(id)
}

/** Only administrators may change the administrator flag, and none may remove their own. */
function demandFlag({ caller }: CommandContext, id: string, admin: boolean, demandOther: () => void) {
  if (!isAdministrator(caller)) refuse('admin', 'system.user.aboveYours')
  if (admin) return
  if (id === caller.id) refuse('admin', 'system.user.ownFlag')
  demandOther()
}

const texts = ['nickname', 'phone', 'email', 'jobNumber', 'joiningDate', 'leavingDate', 'cardId', 'position', 'positionLevel'] as const

/** Attributes from the input; omitted ones are cleared, since an edit sends all fields. */
function detailsOf(input: UserInput): UserDetails {
  const { nameCn, nameEn, locale, admin } = input
  return { ...Object.fromEntries(texts.map((text) => [text, input[text] ?? null])), locale, admin,
    name: composeName({ cn: nameCn, en: nameEn ?? '' }) }
}

/** Memberships with the main department first; positions within departments are kept. */
function membershipsOf({ departmentIds, mainDepartmentId }: Pick<UserInput, 'departmentIds' | 'mainDepartmentId'>,
  positions: ReadonlyMap<string, string | null>) {
  return departmentIds.toSorted((a, b) => Number(b === mainDepartmentId) - Number(a === mainDepartmentId)).map((id) => ({ id,
    position: positions.get(id) ?? null })
  )
}

/** Keys of an account's listed roles. */
export async function listedRoles(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('sys_user_role').innerJoin('sys_role', 'sys_role.id', 'sys_user_role.role_id').select('perm_chars')
    .where('user_id', '=', id).where('del_flag', '=', 0).execute()
  return rows.map(({ perm_chars }) => perm_chars)
}

async function membershipPositions(db: Db, id: string): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('sys_user_group').select(['group_id', 'position']).where('user_id', '=', id).execute()
  return new Map(rows.map(({ group_id, position }) => [group_id, position]))
}

/** @throws Refused for a level that is not in the dictionary */
async function demandLevel({ db }: CommandContext, level: string | null | undefined) {
  if (!level) return
  const offered = (await dictionaries(db).list('positionLevel')).some(({ value, disabled }) => value === level && !disabled)
  if (!offered) refuse('positionLevel', 'error.field.invalid')
}

/** Added departments must exist, be enabled and be within the caller's scope. */
async function demandDepartments({ db, host, caller }: CommandContext, { groups }: Organisation, departments: readonly string[],
  known: readonly string[]) {
  const added = departments.filter((id) => !known.includes(id))
  if (added.some((id) => !groups.get(id)?.enable)) refuse('departmentIds', 'system.user.departmentGone')
  const scope = await host.departments(db, caller, 'user')
  if (scope === 'all') return
  if (departments.length === 0 || added.some((id) => !scope.includes(id))) refuse('departmentIds', 'system.user.departmentOutOfScope')
}

/** Symmetric difference of two lists: removed keys, then added ones. */
export const different = (before: readonly string[],
  after: readonly string[]): string[] => [...before.filter((key) => !after.includes(key)), ...after.filter((key) => !before.includes(key))]

function refuse(field: string, code: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
