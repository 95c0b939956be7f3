import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { date, defineFields, type FieldDefinition, multiselect, select, text, toggle } from '#kernel/fields.ts'
import { splitName } from '#kernel/wording/names.ts'
import { definePartText } from '#fields/text.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { Http } from '#providers/http.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { cn, en } from './texts.ts'

export const userPath = '/system/user'

interface UserPage {
  readonly records: readonly UserAnswer[]
  readonly total: number
}

export interface RoleOption {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly enable: boolean
  /** True where members are listed; holders of other roles follow from the organisation. */
  readonly listed: boolean
}

export const users = 'users'

/** Query for a page of accounts, sorted by one column. */
export const usersQuery = (http: Http, { filters, current, size, sort }: ListQuery) =>
  queryOptions({
    queryKey: [users, 'page', filters, current, size, sort],
    queryFn: () => http.query<UserPage>(`${userPath}/page`, { ...filters, current, size, orders: sort ? [sort] : [] }, { quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Query for the roles that can be assigned. */
export const roleOptionsQuery = (http: Http) =>
  queryOptions({ queryKey: [users, 'roles'], queryFn: () => http.get<readonly RoleOption[]>('/system/role/list', {}, { quiet: true }) })

export const useUserText = definePartText<keyof typeof cn>({ cn, en })

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const hinted = (key: keyof typeof cn, hint: keyof typeof cn) => ({ ...named(key), hint: named(hint) })
const like = (key: keyof typeof cn) => ({ placeholder: named(key) })

/** Fields of the dialog; the controls of roles and main department restrict their options. */
export const userFields = defineFields({
  nameCn: text({ ...named('nameCn'), ...like('nameCnLike'), required: true, max: 30 }),
  nameEn: text({ ...named('nameEn'), ...like('nameEnLike'), max: 30 }),
  userName: text({ ...hinted('userName', 'userNameHint'), ...like('userNameLike'), required: true, max: 30 }),
  password: text({ ...hinted('password', 'passwordHint'), ...like('passwordLike'), max: 18 }),
  phone: text({ ...named('phone'), ...like('phoneLike'), max: 11 }),
  email: text({ ...named('email'), ...like('emailLike'), max: 100 }),
  nickname: text({ ...named('nickname'), ...like('nicknameLike'), max: 30 }),
  locale: select({ ...named('locale'), required: true,
    options: [{ value: 'cn', ...named('chinese') }, { value: 'en', ...named('english') }] }),
  departmentIds: multiselect({ ...named('departments'), ...like('departmentsLike'), of: 'department' }),
  mainDepartmentId: select(named('mainDepartment')),
  position: text({ ...named('position'), ...like('positionLike'), max: 60 }),
  positionLevel: select({ ...hinted('positionLevel', 'positionLevelHint'), ...like('positionLevelLike'), dict: 'positionLevel' }),
  jobNumber: text({ ...named('jobNumber'), ...like('jobNumberLike'), max: 20 }),
  cardId: text({ ...named('cardId'), ...like('cardIdLike'), max: 32 }),
  joiningDate: date({ ...named('joiningDate'), ...like('dateLike') }),
  leavingDate: date({ ...hinted('leavingDate', 'leavingHint'), ...like('dateLike') }),
  roles: multiselect(named('roles')),
  admin: toggle(hinted('admin', 'adminHint')),
}) satisfies Readonly<Record<string, FieldDefinition>>

export type UserField = keyof typeof userFields

export type UserValue = { readonly [Field in UserField]: unknown }

/** Sections of the dialog: identity and sign-in, work, access. */
export const userGroups = {
  account: ['nameCn', 'nameEn', 'userName', 'password', 'phone', 'email', 'nickname', 'locale'],
  work: ['departmentIds', 'mainDepartmentId', 'position', 'positionLevel', 'jobNumber', 'cardId', 'joiningDate', 'leavingDate'],
  access: ['roles', 'admin'],
} as const satisfies Readonly<Record<string, readonly UserField[]>>

/** Initial values of the dialog. */
export function valueOf(user: UserAnswer | undefined): UserValue {
  if (!user) return empty
  const { userName, jobNumber, position, positionLevel, phone, email, nickname, cardId, joiningDate, leavingDate, locale, admin, name,
    departments, roles } = user
  const { cn: nameCn, en: nameEn } = splitName(name)
  return {
    userName,
    jobNumber,
    position,
    positionLevel,
    phone,
    email,
    nickname,
    cardId,
    joiningDate,
    leavingDate,
    locale,
    admin,
    password: null,
    nameCn,
    nameEn: name.includes('/') ? nameEn : null,
    departmentIds: departments.map(({ id }) => id),
    mainDepartmentId: departments.find(({ main }) => main)?.id ?? null,
    roles: roles.map(({ key }) => key),
  }
}

const empty: UserValue = {
  userName: null,
  jobNumber: null,
  position: null,
  positionLevel: null,
  phone: null,
  email: null,
  nickname: null,
  cardId: null,
  joiningDate: null,
  leavingDate: null,
  locale: 'cn',
  admin: false,
  password: null,
  nameCn: null,
  nameEn: null,
  departmentIds: [],
  mainDepartmentId: null,
  roles: [],
}

/** Sets a field; the first department becomes the main one unless another is selected. */
export function entered(value: UserValue, field: UserField, input: unknown): UserValue {
  const next = { ...value, [field]: input }
  const departments = next.departmentIds as readonly string[]
  if (field !== 'departmentIds' || departments.includes(String(next.mainDepartmentId))) return next
  return { ...next, mainDepartmentId: departments[0] ?? null }
}

/** Request body: a new account with user name and initial password, or a change with the loaded version. */
export function sent(value: UserValue, user: UserAnswer | undefined): object {
  const { password, userName, ...rest } = value
  return user ? { ...rest, version: user.version } : { ...rest, userName, password }
}

/** Required fields that are empty. */
export const missing = (value: UserValue): readonly UserField[] =>
  (Object.keys(userFields) as UserField[]).filter((field) =>
    (userFields[field] as FieldDefinition).required === true && String(value[field] ?? '').trim() === ''
  )
