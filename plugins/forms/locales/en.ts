import type cn from './cn.ts'

export default {
  'approval.opinionPlannedReturnTime': 'The opinion must contain the planned return time',
  'approval.opinionSmtOrderNo': 'The opinion must contain the SMT order number',
  'forms.invoiceUsed': 'Invoice {no} is already used in {businessNo}',
  'forms.invoiceNumber': 'An invoice number has 8 or 20 digits. For an overseas or other receipt, choose that category first',
  'forms.invoiceRepeated': 'Invoice {no} appears twice in this document. To split it over rows, use “Use another row’s invoice”',
  'forms.strangersAccount': 'Choose your own account or a supplier’s',
  'approval.overdueExplanation': 'Enter the overdue explanation (at most 1000 characters)',
  'forms.exception.late': 'Row {place}: {days} days late',
  'forms.exception.late.detail': 'Filed {days} days after the time allowed for this expense',
  'forms.exception.lateOne': 'Row {place}: 1 day late',
  'forms.exception.lateOne.detail': 'Filed 1 day after the time allowed for this expense',
  'forms.exception.lateAtAll': 'Filed after the time allowed',
} satisfies Record<keyof typeof cn, string>
