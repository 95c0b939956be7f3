import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'approval.opinionPlannedReturnTime': { cn: '审批意见中必须包含计划归还时间', en: 'The opinion must contain the planned return time' },
  'approval.opinionSmtOrderNo': { cn: '审批意见中必须包含SMT订单号', en: 'The opinion must contain the SMT order number' },
  'forms.invoiceUsed': { cn: '发票{no}已在单据{businessNo}中使用', en: 'Invoice {no} is already used in {businessNo}' },
  'forms.invoiceNumber': { cn: '发票号码须为8位或20位数字，境外或其他票据请先选择对应票种',
    en: 'An invoice number has 8 or 20 digits. For an overseas or other receipt, choose that category first' },
  'forms.invoiceRepeated': { cn: '发票{no}在本单中重复。分摊到多行时，请选“使用其他行的发票”',
    en: 'Invoice {no} appears twice in this document. To split it over rows, use “Use another row’s invoice”' },
  'forms.strangersAccount': { cn: '只能选择本人或供应商的账户', en: 'Choose your own account or a supplier’s' },
  'approval.overdueExplanation': { cn: '请填写逾期说明（1000字以内）', en: 'Enter the overdue explanation (at most 1000 characters)' },
  'forms.exception.late': { cn: '第 {place} 行晚 {days} 天', en: 'Row {place}: {days} days late' },
  'forms.exception.late.detail': { cn: '比规定的报销期限晚 {days} 天', en: 'Filed {days} days after the time allowed for this expense' },
  'forms.exception.lateOne': { cn: '第 {place} 行晚 1 天', en: 'Row {place}: 1 day late' },
  'forms.exception.lateOne.detail': { cn: '比规定的报销期限晚 1 天', en: 'Filed 1 day after the time allowed for this expense' },
  'forms.exception.lateAtAll': { cn: '超过规定的报销期限', en: 'Filed after the time allowed' },
})
