import type cn from './cn.ts'

export default {
  'permission.proposal_apply_abandoned': 'Void proposals',
  'permission.changeItemStatus': 'Claim items in and off the budget',
  'forms.invoiceUsed': 'Invoice {no} is already used in {businessNo}',
  'forms.invoiceRepeated': 'Invoice {no} appears twice in this document',
  'forms.allowancePaid': '{name} already received the allowance of {date}',
  'forms.carTaken': 'Car {plate} is already dispatched in this period',
  'forms.notOnTrip': 'You are neither the applicant nor a companion of trip {no}',
  'forms.notTraveller': 'Only the applicant and the companions of the linked trips can be chosen',
  'forms.complaintReimbursed': 'This claim is already reimbursed in {no}',
  'forms.noContracts': 'There are no contracts in the system yet, so none can be paid',
  'forms.overdueAdvance': '{name} has an overdue advance {no}: write it off first',
  'forms.promisedInvoice': 'The invoice promised with {no} is overdue',
  'forms.repaysTooMuch': 'The amount repaid exceeds the open balance',
  'forms.taxiOverlap': 'There is already taxi request {no} in this period',
  'forms.tripOverlap': '{name} already has trip {no} in this period',
  'forms.tripPeriodNamed': '{no} names this trip: its period cannot be changed',
  'forms.processInChange': 'Process {label} is already in change {no}',
  'forms.projectExists': 'The project name or code already exists',
  'forms.projectUsed': 'Document {no} uses this project: it can be neither revoked nor edited',
  'forms.proposalExists': 'A proposal with this name exists: {no}',
} satisfies Record<keyof typeof cn, string>
