import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'library.borrowedKept': { cn: '借出未还的图书不能删除', en: 'A book on loan can’t be deleted' },
  'library.borrowedNumber': { cn: '借出未还的图书不能修改编号', en: 'The number of a book on loan can’t be changed' },
  'library.byDocument': { cn: '本次借阅由单据{no}登记，请在单据中登记归还',
    en: 'This loan belongs to document {no}. Record the return there' },
  'library.handedOut': { cn: '图书已借出，归还后才能撤销', en: 'The books have been handed out and must be returned first' },
  'library.hasOverdue': { cn: '您有逾期未还图书，请先归还', en: 'You have an overdue book. Return it first' },
  'library.loanEnded': { cn: '该借阅已结束', en: 'This loan has ended' },
  'library.notBorrowable': { cn: '《{name}》已借出未还', en: '“{name}” is on loan' },
  'library.notYours': { cn: '只能续借自己的图书', en: 'You can only renew your own books' },
  'library.numberExists': { cn: '图书编号已存在', en: 'The book number already exists' },
  'library.overdueNotRenewed': { cn: '图书已到期，不能续借', en: 'This book is due and can’t be renewed' },
  'library.renewedAlready': { cn: '已达续借次数上限', en: 'This loan can’t be renewed again' },
  'library.statusByLoan': { cn: '借阅中的状态由借阅和归还登记', en: 'This status is set when a book is borrowed or returned' },
  'library.tooMany': { cn: '每人最多同时借阅{n}本', en: 'You can borrow at most {n} books at a time' },
})
