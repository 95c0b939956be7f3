import type cn from './cn.ts'

export default {
  'library.borrowedKept': 'A borrowed book cannot be deleted',
  'library.borrowedNumber': 'The number of a borrowed book cannot be changed',
  'library.byDocument': 'This loan belongs to document {no}: register the return there',
  'library.handedOut': 'The books are handed out: they have to come back first',
  'library.hasOverdue': 'You have an overdue book: return it first',
  'library.loanEnded': 'This loan has ended',
  'library.notBorrowable': '“{name}” is borrowed and not returned',
  'library.notYours': 'Only your own books can be renewed',
  'library.numberExists': 'The book number already exists',
  'library.overdueNotRenewed': 'The book is due: it cannot be renewed',
  'library.renewedAlready': 'The loan has been renewed as often as allowed',
  'library.statusByLoan': 'This status is set by borrowing and returning',
  'library.tooMany': 'At most {n} books at a time',
} satisfies Record<keyof typeof cn, string>
