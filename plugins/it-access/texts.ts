import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'itAccess.hasAccount': { cn: '该人员已有有效VPN账号', en: 'The user already has an active VPN account' },
  'itAccess.unknownAccount': { cn: '没有这个有效的VPN账号', en: 'This isn’t an active VPN account' },
  'itAccess.accountTaken': { cn: 'VPN账号已存在：{no}', en: 'The VPN account already exists: {no}' },
  'itAccess.forbiddenTcode': { cn: '该事务代码不允许申请：{tcode}', en: 'Transaction {tcode} can’t be requested' },
  'itAccess.sapUserExists': { cn: 'SAP用户已存在', en: 'The SAP user already exists' },
  'itAccess.hasScope': { cn: '{name}已拥有该权限', en: '{name} already has this permission' },
})
