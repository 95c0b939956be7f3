export default {
  'itAccess.hasAccount': '该人员已有有效VPN账号',
  'itAccess.unknownAccount': '没有这个有效的VPN账号',
  'itAccess.accountTaken': 'VPN账号已存在：{no}',
  'itAccess.forbiddenTcode': '该事务代码不允许申请：{tcode}',
  'itAccess.sapUserExists': 'SAP用户已存在',
  'itAccess.hasScope': '{name}已拥有该权限',
} as const
