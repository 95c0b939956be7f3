import type cn from './cn.ts'

export default {
  'sourcing.supplierExists': 'The supplier already exists: {code}',
  'sourcing.notSampled': 'The material has no completed sample review',
  'sourcing.accountTwice': 'Two rows have the same account number',
  'approval.opinionArrivalTime': 'The opinion must contain the arrival time',
} satisfies Record<keyof typeof cn, string>
