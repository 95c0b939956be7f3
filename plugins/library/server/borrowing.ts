import { instantOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { limitsOf } from './limits.ts'
import { loans } from './loans.ts'

/** Reserves books when a document is filed, and hands them out and takes them back at its nodes. */
export const borrowing: DocumentExtension = {
  concerns: ['bookBorrow'],

  async prepare({ node, value }) {
    if (node === 'start') return { borrowStatus: '1' }
    if (node === 'handOut') return { borrowStatus: '2' }
    return node === 'giveBack' ? { borrowStatus: value['bookCondition'] === '3' ? '5' : '4' } : {}
  },

  check: async (step) => (step.node === 'start' ? [...(await unavailable(step)), ...(await beyondLimits(step))] : []),

  /**
   * Checks again under the borrower's lock, and reserves with row locks, so that two documents cannot take the same copy. @throws Refused
   */
  async onSubmit(step) {
    const { db, value, document, actor, at } = step
    const borrower = text(value['borrower'])
    await loans(db).lockBorrower(borrower)
    const beyond = await beyondLimits(step)
    if (beyond[0]) throw new Refused(beyond[0].code, beyond[0].parameters, beyond)
    const department = step.directory.person(borrower)?.departments[0] ?? null
    const taken = await loans(db).reserve({ books: booksOf(value), borrower, department, document, by: actor.id, at })
    if (taken.length === 0) return
    const problems = await unavailable(step)
    throw new Refused(problems[0]?.code ?? 'library.notBorrowable', problems[0]?.parameters, problems)
  },

  async onPass({ db, node, value, document, actor, at }) {
    if (node === 'handOut')
      await loans(db).handOut(document.id, { from: instant(value['borrowTime']) ?? at, due: instant(value['plannedReturnTime']) ?? at }, {
        by: actor.id,
        at,
      })
  },

  async onCompleted({ db, value, document, actor, at }) {
    await loans(db).takeBack({ document: document.id }, {
      at: instant(value['returnTime']) ?? at,
      now: at,
      isLost: value['bookCondition'] === '3',
      compensation: text(value['compensation']) || null,
      by: actor.id,
    })
  },

  async onReleased({ db, document, actor, at }) {
    await loans(db).release(document.id)
    await loans(db).takeBack({ document: document.id }, { at, now: at, isLost: false, by: actor.id })
  },

  /** Refuses a withdrawal while the books are handed out. */
  withdrawalRefusal: async ({ value }) => (value['borrowStatus'] === '2' ? { code: 'library.handedOut', parameters: {} } : undefined),
}

/** Problems for rows with a book that is not available. */
async function unavailable({ db, value, document }: DocumentStep): Promise<FieldProblem[]> {
  const taken = await loans(db).unavailable(booksOf(value), document.id)
  return rowsAt(value, 'books').flatMap((row, index): FieldProblem[] => {
    const name = taken.get(text(row['bookNo']))
    return name === undefined ? [] : [{ field: `books.${index}.bookNo`, code: 'library.notBorrowable', parameters: { name } }]
  })
}

async function beyondLimits({ db, value, document, at }: DocumentStep): Promise<FieldProblem[]> {
  const borrower = text(value['borrower'])
  if (borrower === '') return []
  const [{ maxLoans }, { held, overdue }] = [await limitsOf(db), await loans(db).held(borrower, { except: document.id, at })]
  return [
    ...(held + booksOf(value).length > maxLoans ? [{ field: 'books', code: 'library.tooMany', parameters: { n: maxLoans } }] : []),
    ...(overdue > 0 ? [{ field: 'borrower', code: 'library.hasOverdue' }] : []),
  ]
}

const booksOf = (value: FormValue): string[] => rowsAt(value, 'books').map((row) => text(row['bookNo'])).filter((id) => id !== '')

const instant = (value: unknown): Date | null => (typeof value === 'string' ? instantOf(value) : null)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
