import type cn from './cn.ts'

export default {
  'forms.complaintReimbursed': 'This claim has already been reimbursed in {no}',
  'forms.noContracts': 'No contracts to pay yet',
  'forms.overdueAdvance': '{name} has an overdue advance {no}: offset it first',
  'forms.promisedInvoice': 'The outstanding invoice for {no} is overdue',
  'forms.writtenOffTwice': 'A payment can be offset only once per document',
  'forms.otherSupplier': 'The supplier doesn’t match the linked document',
  'forms.partUndated': 'Enter the payment date',
  'forms.partDateOutside': 'The payment date must be between the first payment and today',
  'forms.partWithoutAmount': 'Enter the amount paid',
  'forms.partWithoutReceipt': 'Attach the bank receipt',
  'forms.partNotReversible': 'This payment doesn’t exist or has been reversed',
  'forms.partUsed': 'This payment has been offset or repaid and can’t be reversed',
  'forms.paysTooMuch': 'The amount paid is more than the amount still unpaid',
  'forms.repaymentUndated': 'Enter the repayment date',
  'forms.repaymentDateOutside': 'The repayment date must be between the payment and today',
  'forms.repaymentWithoutAmount': 'Enter the amount repaid',
  'forms.repaymentNotReversible': 'This repayment doesn’t exist or has been reversed',
  'forms.reversalWithoutNote': 'A reversal needs a note',
  'forms.repaysTooMuch': 'The amount repaid is more than the open balance',
} satisfies Record<keyof typeof cn, string>
