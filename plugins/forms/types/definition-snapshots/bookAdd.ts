import type { Expectation } from './expectation.ts'
import { header } from './parts.ts'

export const bookAdd: Expectation = {
  about: '新增图书 | New book request | /book-add | /books-detail | TS | web | stays when completed | no budget',
  parts: [header],
  fields: `
    bookName text: required, to 100, editable at librarianCheck
    bookNo text: required, to 30 ^[A-Z0-9-]{2,30}$, editable at librarianCheck
    bookCategory select(bookCategory): required, editable at librarianCheck
    bookType select(bookType): required
    bookSource select(bookSource): required
    donor person: when bookSource != "1"
    author text: to 100
    publisher text: to 100
    publishDate date
    isbn text: to 17 ^(\\d{9}[\\dX]|\\d{13})$
    price money: from 0
    quantity integer: required, from 1 to 100
    location bookLocation: required, editable at librarianCheck
    cover attachment: to 1 png/jpg/jpeg/webp
    summary textarea: to 1000
  `,
  nodes: `
    librarianCheck: any of role(librarian), when parameter("libraryRule", "addApproval") = 1
    ccFinish: copy to initiator
  `,
  rules: `
    TS-04 publishDate: 出版日期不能晚于今天 | The publication date cannot be after today
  `,
}
