import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { cells } from '../general/cells.ts'
import { before } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'

/** `who | department | days ago | what becomes of it | where it stops` */
const borrowings = `
employee | sz-hardware | 70 | completed |
quality | sz-quality | 40 | completed |
employee | sz-hardware | 10 | running | giveBack
songtao | sz-hardware | 8 | running | giveBack
quality | sz-quality | 5 | running | giveBack
employee | sz-hardware | 1 | running | handOut
`

/** Books that people have borrowed, some of which are back. */
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
