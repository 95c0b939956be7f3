import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { addedBook } from '../testing.ts'
import { bookBorrow } from './index.ts'

const loan = (book: string) => ({
  applicantDept: 'sz-quality',
  books: [{ rowId: 'b1', bookNo: book }],
  borrower: 'u-quality',
  borrowTime: '2026-11-20 10:00:00',
  plannedReturnTime: '2026-12-20 10:00:00',
})

let book: string | undefined

describeForm(bookBorrow, {
  by: 'quality',
  filled: async ({ product }) => loan(book ??= await addedBook(product, 'CONTRACT1')),
  say: { handOut: { comment: '【计划归还时间：2026-12-20 10:00】已借出' },
    giveBack: { business: { returnTime: '2026-11-20 10:00:00', bookCondition: '1' } } },
  passes: ['handOut: librarian', 'giveBack: librarian'],
  edges: {
    'JY-04': { breaks: { plannedReturnTime: '2026-12-20 10:00:01' }, keeps: { plannedReturnTime: '2026-11-20 10:00:01' } },
    'JY-06': { breaks: { books: [] }, keeps: {} },
    'JY-07': { breaks: ({ books, ...rest }) => ({ ...rest, books: (books as object[]).flatMap((row) => [row, { ...row, rowId: 'b2' }]) }),
      keeps: {} },
    'JY-08': {
      breaks: { borrowTime: '2026-11-19 23:59:59', plannedReturnTime: '2026-12-01 10:00:00' },
      keeps: { borrowTime: '2026-11-20 00:00:00', plannedReturnTime: '2026-12-01 10:00:00' },
    },
  },
  elsewhere: ['JY-09'],
})
