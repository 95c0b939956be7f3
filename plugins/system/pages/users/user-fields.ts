import { date, defineFields, multiselect, select, text, toggle, type FieldDefinition } from '#kernel/fields.ts'
import { splitName } from '#kernel/wording/names.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const hinted = (key: keyof typeof cn, hint: keyof typeof cn) => ({ ...named(key), hint: named(hint) })
const like = (key: keyof typeof cn) => ({ placeholder: named(key) })

/** The fields of the dialog; roles and main department are chosen among what is there. */
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

/** The dialog from top to bottom: who it is and how they sign in, what they work, what they may do. */
export const userGroups = {
  account: ['nameCn', 'nameEn', 'userName', 'password', 'phone', 'email', 'nickname', 'locale'],
  work: ['departmentIds', 'mainDepartmentId', 'position', 'positionLevel', 'jobNumber', 'cardId', 'joiningDate', 'leavingDate'],
  access: ['roles', 'admin'],
} as const satisfies Readonly<Record<string, readonly UserField[]>>

/** The values that the dialog begins with. */
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

/** The value with one field entered; the first department is the main one until another is chosen. */
export function entered(value: UserValue, field: UserField, input: unknown): UserValue {
  const next = { ...value, [field]: input }
  const departments = next.departmentIds as readonly string[]
  if (field !== 'departmentIds' || departments.includes(String(next.mainDepartmentId))) return next
  return { ...next, mainDepartmentId: departments[0] ?? null }
}

/** The request: a new account by its name and first password, a change with the version that was seen. */
export function sent(value: UserValue, user: UserAnswer | undefined): object {
  const { password, userName, ...rest } = value
  return user ? { ...rest, version: user.version } : { ...rest, userName, password }
}

/** Fields that must not be left empty. */
export const missing = (value: UserValue): readonly UserField[] =>
  (Object.keys(userFields) as UserField[]).filter((field) =>
    (userFields[field] as FieldDefinition).required === true && String(value[field] ?? '').trim() === ''
  )
