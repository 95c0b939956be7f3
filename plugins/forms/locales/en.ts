import type cn from './cn.ts'

export default {
  'forms.invoiceUsed': 'Invoice {no} is already used in {businessNo}',
  'forms.fieldNeedsLink': 'This category does not suit the reimbursement kind',
} satisfies Record<keyof typeof cn, string>
