import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { cells } from '../general/cells.ts'
import { before } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'

/** `initiator | department | days ago | final state | node where it stops` */
const borrowings = `
employee | sz-hardware | 70 | completed |
quality | sz-quality | 40 | completed |
employee | sz-hardware | 10 | running | giveBack
songtao | sz-hardware | 8 | running | giveBack
quality | sz-quality | 5 | running | giveBack
employee | sz-hardware | 1 | running | handOut
`

/** Book loans, some of them returned. */
export async function borrowingStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const lines = borrowings.trim().split('\n')
  const free = await db.selectFrom('book').select('id').where('book_status', '=', '1').orderBy('book_no', 'desc').limit(lines.length)
    .execute()
  return lines.map((line, index): Story => {
    const [by, department, ago, ends, waitsAt] = cells(line, 5)
    const from = before(anchor, Number(ago))
    const due = nowOf(new Date(from.getTime() + 28 * 86_400_000))
    return {
      type: 'bookBorrow',
      by,
      at: from,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      value: () => ({ applicantDept: department, books: [{ rowId: 'b1', bookNo: free[index]?.id ?? null }], borrower: `u-${by}`,
        borrowTime: nowOf(from), plannedReturnTime: due, reason: '工作参考' }),
      say: {
        handOut: { comment: `【计划归还时间：${due.slice(0, 16)}】已借出` },
        giveBack: { notBefore: new Date(from.getTime() + 18 * 86_400_000),
          fill: (_, at) => ({ returnTime: nowOf(at), bookCondition: '1' }) },
      },
    }
  })
}

/** Requested new books, completed and shelved without a review by the librarian. */
export async function addedBookStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const shelves = await db.selectFrom('book_location').select('id').where('del_flag', '=', 0).orderBy('code').limit(2).execute()
  const books = [
    { by: 'quality', applicantDept: 'sz-quality', ago: 55, bookNo: 'T9001', bookName: '统计过程控制实战', bookCategory: '3',
      bookSource: '2', donor: 'u-quality', author: '赵文博', publisher: '机械工业出版社', isbn: '9787111213826', price: '88.00',
      quantity: 2, summary: '从控制图到过程能力，以电子装配线的数据讲解如何发现异常、判定原因并确认改善有效。' },
    { by: 'employee', applicantDept: 'sz-hardware', ago: 20, bookNo: 'T9003', bookName: '高速电路设计与信号完整性', bookCategory: '1',
      bookSource: '1', author: '陈志强', publisher: '电子工业出版社', isbn: '9787121346620', price: '128.00', quantity: 1,
      summary: '面向硬件工程师，说明叠层、阻抗、串扰与电源完整性的设计与仿真方法。' },
  ]
  return books.map(({ by, ago, ...book }, index): Story => ({ type: 'bookAdd', by, at: before(anchor, ago), ends: 'completed',
    value: () => ({ ...book, bookType: '1', location: shelves[index]?.id ?? null }) })
  )
}
