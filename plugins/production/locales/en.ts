import type cn from './cn.ts'

export default {
  'production.setChanged': 'The lines differ from the set; expand it again',
  'production.tooMuchReturned': 'The returned quantity cannot exceed the returnable quantity {n}',
  'production.notTaken': 'A return takes its lines from the original requisition',
  'production.issued': 'Materials have been issued; it can no longer be withdrawn',
  'production.noComponents': 'The set material has no BOM',
} as const satisfies Record<keyof typeof cn, string>
