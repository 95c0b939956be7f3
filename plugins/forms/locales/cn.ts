export default {
  'approval.opinionPlannedReturnTime': '审批意见中必须包含计划归还时间',
  'approval.opinionSmtOrderNo': '审批意见中必须包含SMT订单号',
  'forms.invoiceUsed': '发票{no}已在单据{businessNo}中使用',
  'forms.invoiceNumber': '发票号码须为8位或20位数字，境外或其他票据请先选择对应票种',
  'forms.invoiceRepeated': '发票{no}在本单中重复。分摊到多行时，请选“使用其他行的发票”',
  'forms.strangersAccount': '只能选择本人或供应商的账户',
  'approval.overdueExplanation': '请填写逾期说明（1000字以内）',
  'forms.exception.late': '第 {place} 行晚 {days} 天',
  'forms.exception.late.detail': '比规定的报销期限晚 {days} 天',
  'forms.exception.lateOne': '第 {place} 行晚 1 天',
  'forms.exception.lateOne.detail': '比规定的报销期限晚 1 天',
  'forms.exception.lateAtAll': '超过规定的报销期限',
}
