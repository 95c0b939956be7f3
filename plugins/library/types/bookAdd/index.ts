import { approve, copy, defineFlow, initiator, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { header, headerRules } from '#plugins/forms/kit.ts'
import { bookFields } from '#plugins/library/book.ts'

/** Deviations from the register's fields: the librarian may correct some, and the summary takes the full width. */
const checked: Readonly<Record<string, Partial<FieldDefinition>>> = {
  ...Object.fromEntries(['bookName', 'bookNo', 'bookCategory', 'location'].map((key) => [key, { editAt: ['librarianCheck'] }])),
  summary: { span: 4 },
}

const fields = {
  ...header({ cn: '新增图书', en: 'New book request' }),
  ...Object.fromEntries(
    Object.entries(bookFields as Readonly<Record<string, FieldDefinition>>).map((
      [key, field],
    ) => [key, { ...field, ...checked[key], section: 'book' }]),
  ),
}

const own = defineRules([
  rule('TS-04', {
    when: 'publishDate > today()',
    fields: ['publishDate'],
    cn: '出版日期不能晚于今天',
    en: 'The publication date cannot be after today',
  }),
])

const flow = defineFlow([
  approve('librarianCheck', role('librarian'), {
    cn: '图书管理员审核',
    en: 'Librarian checks',
    when: 'parameter("libraryRule", "addApproval") = 1',
  }),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])

/** Form that adds a book; a parameter of the library decides whether the librarian approves it. */
export const bookAdd = defineForm({
  key: 'bookAdd',
  cn: '新增图书',
  en: 'New book request',
  short: { cn: '新增图书', en: 'Add books' },
  path: '/book-add',
  detailPath: '/books-detail',
  prefix: 'TS',
  group: 'library',
  icon: 'book',
  terminals: ['web'],
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'book', cn: '图书信息', en: 'Book' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules: [...headerRules, ...own],
  flow,
  subject: ['bookName'],
  columns: ['bookNo', 'bookName', 'bookCategory', 'quantity'],
})
