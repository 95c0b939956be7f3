import type { cn } from './cn.ts'

export const en = {
  borrow: 'Borrow',
  renew: 'Renew',
  takeBack: 'Return',
  history: 'History',
  borrowName: 'Borrow “{name}”',
  renewName: 'Renew “{name}”',
  takeBackName: 'Record the return of “{name}”',
  historyName: 'Loan history of “{name}”',
  renewAsk: 'Renew “{name}”?',
  renewText: 'The due date is extended. Renewals are limited',
  takeBackAsk: 'Record the return of “{name}”?',
  takeBackText: 'The book becomes available again',
  cancel: 'Cancel',
  renewed: 'Renewed',
  returned: 'Returned',
} satisfies Record<keyof typeof cn, string>
