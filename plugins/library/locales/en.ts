import type cn from './cn.ts'

export default {
  'library.borrowedKept': 'A book on loan can’t be deleted',
  'library.borrowedNumber': 'The number of a book on loan can’t be changed',
  'library.byDocument': 'This loan belongs to document {no}. Record the return there',
  'library.handedOut': 'The books have been handed out and must be returned first',
  'library.hasOverdue': 'You have an overdue book. Return it first',
  'library.loanEnded': 'This loan has ended',
  'library.notBorrowable': '“{name}” is on loan',
  'library.notYours': 'You can only renew your own books',
  'library.numberExists': 'The book number already exists',
  'library.overdueNotRenewed': 'This book is due and can’t be renewed',
  'library.renewedAlready': 'This loan can’t be renewed again',
  'library.statusByLoan': 'This status is set when a book is borrowed or returned',
  'library.tooMany': 'You can borrow at most {n} books at a time',
} satisfies Record<keyof typeof cn, string>
