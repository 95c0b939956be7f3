import { datetime, defineFields, department, integer, money, person, select, text } from '#kernel/fields.ts'
import { book } from './references.ts'
import { defineResource } from '#kernel/resource.ts'
import { canBorrow } from './permissions.ts'

/** Loan of a book with its return. */
export const bookLoan = defineResource({
  name: 'bookLoan',
  cn: '借阅记录',
  en: 'Borrow history',
  base: '/oaserver',
  calls: 'book/history',
  path: '/books/history',
  table: 'book_loan',
  key: 'bookNo',
  fields: defineFields({
    bookId: book({ cn: '图书', en: 'Book' }),
    bookNo: text({ cn: '图书编号', en: 'Book no.' }),
    borrowerId: person({ cn: '借阅人', en: 'Borrower' }),
    departmentId: department({ cn: '部门', en: 'Department' }),
    borrowTime: datetime({ cn: '借阅时间', en: 'Borrowing time' }),
    dueTime: datetime({ cn: '应还时间', en: 'Due' }),
    returnTime: datetime({ cn: '归还时间', en: 'Return time' }),
    borrowStatus: select({ cn: '状态', en: 'Status', dict: 'borrowStatus' }),
    renewCount: integer({ cn: '续借次数', en: 'Renewals' }),
    compensation: money({ cn: '赔偿金额', en: 'Compensation' }),
    businessKey: text({ cn: '单据', en: 'Document' }),
    businessNo: text({ cn: '单据编号', en: 'Document no.' }),
  }),
  derived: ['bookNo', 'businessNo'],
  columns: ['bookNo', 'bookId', 'borrowerId', 'borrowTime', 'dueTime', 'returnTime', 'borrowStatus', 'renewCount', 'businessNo'],
  filters: ['borrowStatus', 'borrowerId', 'bookId'],
  search: ['bookNo', 'businessNo'],
  sort: [{ field: 'borrowTime', descending: true }],
  can: { view: canBorrow.view, export: canBorrow.export },
  export: {
    columns: ['bookNo', 'bookId', 'borrowerId', 'departmentId', 'borrowTime', 'dueTime', 'returnTime', 'borrowStatus', 'renewCount',
      'businessNo'],
  },
  scope: { departments: 'departmentId', owner: 'borrowerId' },
})
