import { datetime, defineFields, money, person, select, table, text } from '#kernel/fields.ts'
import { book } from '../../references.ts'
import { header } from '#plugins/forms/kit.ts'

const days = 'duration("P" + string(parameter("libraryRule", "loanDays")) + "D")'

export const fields = defineFields({
  ...header({ cn: '图书借阅', en: 'Book loan' }),
  books: table({
    cn: '借阅图书',
    en: 'Books',
    required: true,
    max: 3,
    section: 'books',
    span: 4,
    columns: {
      bookNo: book({ cn: '图书', en: 'Book', required: true }),
      number: text({ cn: '图书编号', en: 'Book no.', system: true, readOnly: true, value: 'bookNo.code' }),
      bookName: text({ cn: '书名', en: 'Book name', system: true, readOnly: true, value: 'bookNo.bookName' }),
      category: select({ cn: '类别', en: 'Category', system: true, readOnly: true, dict: 'bookCategory', value: 'bookNo.bookCategory' }),
      location: text({ cn: '位置', en: 'Location', system: true, readOnly: true, value: 'bookNo.locationName' }),
    },
  }),
  borrower: person({ cn: '借阅人', en: 'Borrower', required: true, section: 'loan', default: 'applicant.id' }),
  borrowTime: datetime({ cn: '借阅时间', en: 'Borrowing time', required: true, editAt: ['handOut'], section: 'loan', default: 'now()' }),
  plannedReturnTime: datetime({
    cn: '计划归还时间',
    en: 'Due back',
    required: true,
    editAt: ['handOut'],
    section: 'loan',
    default: `borrowTime + ${days}`,
  }),
  reason: text({ cn: '借阅用途', en: 'Purpose', max: 200, section: 'loan', span: 2 }),
  borrowStatus: select({ cn: '借阅状态', en: 'Loan status', system: true, readOnly: true, dict: 'borrowStatus', section: 'loan',
    visible: 'borrowStatus != null' }),
  returnTime: datetime({ cn: '归还时间', en: 'Return time', atNode: 'giveBack', section: 'return', default: 'now()' }),
  bookCondition: select({
    cn: '归还状况',
    en: 'Condition at return',
    atNode: 'giveBack',
    section: 'return',
    default: '"1"',
    options: [{ value: '1', cn: '完好', en: 'Good' }, { value: '2', cn: '破损', en: 'Damaged' }, { value: '3', cn: '遗失', en: 'Lost' }],
  }),
  compensation: money({
    cn: '赔偿金额',
    en: 'Compensation',
    required: 'bookCondition in ("2", "3")',
    atNode: 'giveBack',
    min: 0,
    section: 'return',
    default: 'sum(books.bookNo.price)',
  }),
})
