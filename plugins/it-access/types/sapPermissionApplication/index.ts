import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Application for SAP users and their permissions. */
export const sapPermissionApplication = defineForm({
  key: 'sapPermissionApplication',
  cn: 'SAP用户及权限申请',
  en: 'SAP user and permission application',
  short: { cn: 'SAP权限', en: 'SAP access' },
  path: '/sap-permission-application',
  prefix: 'SAPQ',
  group: 'it',
  icon: 'user-switch',
  sections: [basics, { id: 'user', cn: '使用人', en: 'User' }, { id: 'rights', cn: '权限', en: 'Access' }, { id: 'review', cn: '职责分离',
    en: 'Segregation of duties' }, ...closing],
  fields,
  rules,
  flow,
  subject: ['sapUserId', 'reason'],
  columns: ['action', 'sapSystem', 'user', 'sapUserId', 'userIsExternal', 'validTo'],
})
