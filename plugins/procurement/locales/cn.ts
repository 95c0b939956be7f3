export default {
  'sourcing.supplierExists': '该供应商已存在：{code}',
  'sourcing.notSampled': '物料未完成样品承认',
  'sourcing.accountTwice': '银行账号重复',
  'approval.opinionArrivalTime': '审批意见中必须包含到货时间',
}
