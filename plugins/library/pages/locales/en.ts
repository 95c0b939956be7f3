import type { cn } from './cn.ts'

export const en = {
  borrow: 'Borrow',
  renew: 'Renew',
  takeBack: 'Return',
  history: 'History',
  borrowName: 'Borrow “{name}”',
  renewName: 'Renew “{name}”',
  takeBackName: 'Register the return of “{name}”',
  historyName: 'Who borrowed “{name}”',
  renewAsk: 'Renew “{name}”?',
  renewText: 'The book is due later; a loan is renewed only so often',
  takeBackAsk: 'Register the return of “{name}”?',
  takeBackText: 'The book can be borrowed again',
  cancel: 'Cancel',
  renewed: 'Renewed',
  returned: 'Returned',
} satisfies Record<keyof typeof cn, string>
