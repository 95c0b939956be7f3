import { approve, copy, defineFlow, personIn, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { fields } from './fields.ts'
import { rules } from './rules.ts'

const flow = defineFlow([
  approve('handOut', role('librarian'), { cn: '图书管理员借出', en: 'Librarian hands out', manual: true,
    opinionMustContain: ['plannedReturnTime'] }),
  approve('giveBack', role('librarian'), { cn: '归还登记', en: 'Return', manual: true, dueHours: 0, hidden: ['refuse', 'return'] }),
  copy('ccFinish', personIn('borrower'), { cn: '抄送', en: 'CC' }),
])

/** Form that borrows up to three books: reserved at filing, handed out and taken back by the librarian. */
export const bookBorrow = defineForm({
  key: 'bookBorrow',
  cn: '图书借阅',
  en: 'Book loan',
  short: { cn: '图书借阅', en: 'Borrow a book' },
  path: '/book-borrow',
  prefix: 'JY',
  group: 'library',
  icon: 'read',
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'books', cn: '借阅图书', en: 'Books' },
    { id: 'loan', cn: '借阅信息', en: 'Loan' },
    { id: 'return', cn: '归还', en: 'Return' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  subject: ['books.bookName'],
  columns: ['borrower', 'borrowTime', 'plannedReturnTime', 'borrowStatus', 'returnTime'],
})
