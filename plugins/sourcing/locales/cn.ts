export default {
  'sourcing.supplierExists': '该供应商已存在：{code}',
  'sourcing.accountTwice': '银行账号重复',
} as const
