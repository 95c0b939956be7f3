import type cn from './cn.ts'

export default {
  'permission.changeItemStatus': 'Claim items in and off the budget',
  'forms.invoiceUsed': 'Invoice {no} is already used in {businessNo}',
  'forms.invoiceRepeated': 'Invoice {no} appears twice in this document',
} satisfies Record<keyof typeof cn, string>
