import { date, defineFields, multiselect, select, text, toggle, type FieldDefinition } from '#kernel/fields.ts'
import { splitName } from '#kernel/names.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const hinted = (key: keyof typeof cn, hint: keyof typeof cn) => ({ ...named(key), hint: named(hint) })

/** What the dialog asks, in its order; roles and main department are chosen among what is there. */
export const userFields = defineFields({
  userName: text({ ...hinted('userName', 'userNameHint'), required: true, max: 30 }),
  jobNumber: text({ ...named('jobNumber'), max: 20 }),
  nameCn: text({ ...named('nameCn'), required: true, max: 30 }),
  nameEn: text({ ...named('nameEn'), max: 30 }),
  departmentIds: multiselect({ ...named('departments'), of: 'department' }),
  mainDepartmentId: select(named('mainDepartment')),
  position: text({ ...hinted('position', 'positionHint'), max: 60 }),
  positionLevel: select({ ...hinted('positionLevel', 'positionLevelHint'), dict: 'positionLevel' }),
  roles: multiselect(named('roles')),
  phone: text({ ...named('phone'), max: 11 }),
  email: text({ ...named('email'), max: 100 }),
  nickname: text({ ...named('nickname'), max: 30 }),
  cardId: text({ ...named('cardId'), max: 32 }),
  joiningDate: date(named('joiningDate')),
  leavingDate: date(hinted('leavingDate', 'leavingHint')),
  locale: select({ ...named('locale'), required: true, options: [{ value: 'cn', ...named('chinese') }, { value: 'en', ...named('english') }] }),
  password: text({ ...hinted('password', 'passwordHint'), max: 18 }),
  admin: toggle(hinted('admin', 'adminHint')),
}) satisfies Readonly<Record<string, FieldDefinition>>

export type UserField = keyof typeof userFields

export type UserValue = { readonly [Field in UserField]: unknown }

/** What the dialog begins with. */
export function valueOf(user: UserAnswer | undefined): UserValue {
  if (!user) return empty
  const { userName, jobNumber, position, positionLevel, phone, email, nickname, cardId, joiningDate, leavingDate, locale, admin, name, departments, roles } = user
  const { cn: nameCn, en: nameEn } = splitName(name)
  return {
    userName, jobNumber, position, positionLevel, phone, email, nickname, cardId, joiningDate, leavingDate, locale, admin, password: null, nameCn, nameEn: name.includes('/') ? nameEn : null,
    departmentIds: departments.map(({ id }) => id), mainDepartmentId: departments.find(({ main }) => main)?.id ?? null, roles: roles.map(({ key }) => key),
  }
}

const empty: UserValue = {
  userName: null, jobNumber: null, position: null, positionLevel: null, phone: null, email: null, nickname: null, cardId: null, joiningDate: null, leavingDate: null, locale: 'cn', admin: false, password: null,
  nameCn: null, nameEn: null, departmentIds: [], mainDepartmentId: null, roles: [],
}

/** The value with one field entered; the first department is the main one until another is chosen. */
export function entered(value: UserValue, field: UserField, input: unknown): UserValue {
  const next = { ...value, [field]: input }
  const departments = next.departmentIds as readonly string[]
  if (field !== 'departmentIds' || departments.includes(String(next.mainDepartmentId))) return next
  return { ...next, mainDepartmentId: departments[0] ?? null }
}

/** What is sent: a new account by its name and first password, a change with the version that was seen. */
export function sent(value: UserValue, user: UserAnswer | undefined): object {
  const { password, userName, ...rest } = value
  return user ? { ...rest, version: user.version } : { ...rest, userName, password }
}

/** Fields that must not be left empty. */
export const missing = (value: UserValue): readonly UserField[] =>
  (Object.keys(userFields) as UserField[]).filter((field) => (userFields[field] as FieldDefinition).required === true && String(value[field] ?? '').trim() === '')
