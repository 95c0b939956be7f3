import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const at = ['start', 'sapAdmin']

const own = defineRules([
  rule('SA-R1', { each: 'roles', when: 'tcode = null and roleName = null', fields: ['tcode'], at, cn: '请填写事务代码或角色',
    en: 'Please enter a transaction or a role' }),
  rule('SA-R2', {
    when: 'not(action in ("lock","close")) and (user.departed = true or user.enabled = false)',
    fields: ['user'],
    cn: '该员工已离职',
    en: 'The employee has left',
  }),
  rule('SA-R5', { when: 'copyUser != null and copyUser.id = user.id', fields: ['copyUser'], cn: '参照用户不能是使用人本人',
    en: 'The reference user must be someone else' }),
  rule('SA-R6', {
    when: 'copyUser != null and copyUser.mainDepartment != user.mainDepartment',
    fields: ['copyUser'],
    level: 'warn',
    cn: '参照用户与使用人不在同一部门',
    en: 'The reference user is in another department',
  }),
  rule('SA-R7', {
    when: 'userIsExternal = "1" and days(today(), validTo) > 180',
    fields: ['validTo'],
    cn: '外部人员有效期不能超过180天',
    en: 'External access can’t exceed 180 days',
  }),
  rule('SA-R8', { when: 'userIsExternal = "1" and validTo < today()', fields: ['validTo'], cn: '有效期不能早于今天',
    en: 'The end date can’t be in the past' }),
  rule('SA-R10', { when: 'action = "newUser" and sapUserId = null', fields: ['sapUserId'], at: ['sapAdmin'], cn: '请输入SAP用户名',
    en: 'Please enter SAP user ID' }),
  rule('SA-R9', {
    when: 'count(distinct values(roles[transaction != null].transaction)) < count(roles[transaction != null])',
    fields: ['roles'],
    at,
    cn: '同一模块的事务代码不能重复',
    en: 'A transaction can be listed only once per module',
  }),
])

export const rules = [...headerRules, ...own] as const
