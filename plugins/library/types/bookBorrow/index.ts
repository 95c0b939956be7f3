import { approve, copy, defineFlow, personIn, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { datetime, defineFields, money, person, select, table, text } from '#kernel/fields.ts'
import { header, headerRules } from '#plugins/forms/kit.ts'
import { book } from '../../references.ts'

const days = 'duration("P" + string(parameter("libraryRule", "loanDays")) + "D")'

const fields = defineFields({
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

const limit = 'duration("P" + string(parameter("libraryRule", "loanDays")) + "D")'

const own = defineRules([
  rule('JY-04', {
    when: `plannedReturnTime <= borrowTime or plannedReturnTime > borrowTime + ${limit}`,
    fields: ['plannedReturnTime'],
    at: ['start', 'handOut'],
    blanks: { days: 'parameter("libraryRule", "loanDays")' },
    cn: '计划归还时间须晚于借阅时间且不超过{days}天',
    en: 'The planned return must be after the borrowing time and within {days} days',
  }),
  rule('JY-06', {
    when: 'count(books) = 0',
    fields: ['books'],
    cn: '请至少添加一条借阅图书',
    en: 'Add at least one book',
  }),
  rule('JY-07', {
    when: 'count(distinct values(books.bookNo.id)) < count(books)',
    fields: ['books'],
    cn: '同一本图书不能重复借阅',
    en: 'A book is chosen twice',
  }),
  rule('JY-08', {
    when: 'date(borrowTime) < today()',
    fields: ['borrowTime'],
    cn: '借阅时间不能早于今天',
    en: 'The borrowing time cannot be before today',
  }),
  rule('JY-09', {
    when: 'returnTime < borrowTime',
    fields: ['returnTime'],
    at: ['giveBack'],
    cn: '归还时间不能早于借阅时间',
    en: 'The return cannot be before the borrowing time',
  }),
])

const rules = [...headerRules, ...own] as const

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
