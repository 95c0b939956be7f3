import { z } from 'zod'
import { isDate } from '#kernel/values/dates.ts'
import { isNameHalf } from '#kernel/wording/names.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { versionInput } from '#server/http/version-input.ts'

const id = z.string().min(1).max(32)

/** Optional text; '' becomes null. */
const optional = (schema: z.ZodType<string>) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish())

const half = z.string().trim().max(30).refine(isNameHalf, 'system.user.slash')
const day = z.string().refine(isDate, 'error.field.format')

/** User name: letters, digits and `._-`; cannot be changed. */
const userName = z.string().trim().regex(/^[A-Za-z0-9._-]{3,30}$/, 'system.user.userNameFormat')

const details = {
  nameCn: half.min(1),
  nameEn: half.nullish(),
  nickname: optional(z.string().trim().max(30)),
  phone: optional(z.string().trim().regex(new RegExp(patterns.phone), 'identity.invalidPhone')),
  email: optional(z.string().trim().max(100).regex(new RegExp(patterns.email), 'identity.invalidEmail')),
  jobNumber: optional(z.string().trim().max(20)),
  joiningDate: optional(day),
  leavingDate: optional(day),
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

export type UserInput = Omit<z.output<typeof newUser>, 'userName' | 'password'>
export type NewUserInput = z.output<typeof newUser>
export type ChangedUserInput = z.output<typeof changedUser>

const yesOrNo = z.union([z.boolean(), z.literal(0).transform(() => false), z.literal(1).transform(() => true)])

export const enabling = z.strictObject({ enable: yesOrNo, version: versionInput.optional(), leavingDate: day.nullish() })

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
