import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request for VPN access, for employees and for external people with a sponsor. */
export const vpnApply = defineForm({
  key: 'vpnApply',
  cn: '外部VPN账号申请',
  en: 'External VPN account',
  short: { cn: 'VPN账号', en: 'VPN account' },
  path: '/vpn-apply',
  prefix: 'VPNS',
  group: 'it',
  icon: 'key',
  sections: [basics, { id: 'user', cn: '使用人', en: 'User' }, { id: 'access', cn: '账号与权限', en: 'Account and access' }, ...closing],
  fields,
  rules,
  flow,
  unique: [{ among: 'inApproval', by: ['accountName'],
    message: { cn: 'VPN账号已在申请中：{businessNo}', en: 'The VPN account is already requested: {businessNo}' } }],
  subject: ['accountName', 'externalName', 'reason'],
  columns: ['action', 'userType', 'person', 'externalName', 'accountName', 'period'],
})
