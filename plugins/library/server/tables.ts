import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface BookTable extends RecordTable {
  book_no: string
  book_name: string
  book_category: string
  book_type: string
  book_source: string
  donor: string | null
  author: string | null
  publisher: string | null
  publish_date: string | null
  isbn: string | null
  price: string | null
  quantity: Generated<number>
  location: string
  cover: Generated<string[]>
  summary: string | null
  /** 1 borrowable, 2 borrowed, 3 lost, 4 withdrawn, 5 reserved */
  book_status: Generated<string>
  borrower: string | null
  borrow_time: Date | null
  due_time: Date | null
  return_time: Date | null
}

interface BookLocationTable extends RecordTable {
  code: string
  room: string
  shelf: string
  remark: string | null
  book_count: Generated<number>
}

interface BookLoanTable extends RecordTable {
  book_id: string
  book_no: string
  borrower_id: string
  department_id: string | null
  borrow_time: Date | null
  due_time: Date | null
  return_time: Date | null
  /** 1 to be handed out, 2 borrowed, 3 overdue, 4 returned, 5 lost and compensated */
  borrow_status: string
  renew_count: Generated<number>
  compensation: string | null
  business_key: string | null
  business_no: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    book: BookTable
    book_location: BookLocationTable
    book_loan: BookLoanTable
  }
}

export type { BookLoanTable }
