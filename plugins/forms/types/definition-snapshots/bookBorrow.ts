import type { Expectation } from './expectation.ts'
import { header } from './parts.ts'

export const bookBorrow: Expectation = {
  about: '图书借阅 | Book loan | /book-borrow | /book-borrow-detail | JY | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    books table: required, to 3
    books.bookNo book: required
    books.number text: system
    books.bookName text: system
    books.category select(bookCategory): system
    books.location text: system
    borrower person: required
    borrowTime datetime: required, editable at handOut
    plannedReturnTime datetime: required, editable at handOut
    reason text: to 200
    borrowStatus select(borrowStatus): system, visible when borrowStatus != null
    returnTime datetime: at giveBack
    bookCondition select(1 完好/Good; 2 破损/Damaged; 3 遗失/Lost): at giveBack
    compensation money: at giveBack, from 0, when bookCondition in ("2", "3")
  `,
  nodes: `
    handOut: any of role(librarian), by hand, opinion tells plannedReturnTime
    giveBack: any of role(librarian), by hand
    ccFinish: copy to person(borrower)
  `,
  rules: `
    JY-04 plannedReturnTime also at handOut: 计划归还时间须晚于借阅时间且不超过{days}天 | The planned return must be after the borrowing time and within {days} days
    JY-06 books: 请至少添加一条借阅图书 | Add at least one book
    JY-07 books: 同一本图书不能重复借阅 | A book is chosen twice
    JY-08 borrowTime: 借阅时间不能早于今天 | The borrowing time cannot be before today
    JY-09 returnTime at giveBack: 归还时间不能早于借阅时间 | The return cannot be before the borrowing time
  `,
}
