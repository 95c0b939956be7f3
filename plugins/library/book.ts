import { attachment, date, datetime, defineFields, department, integer, money, person, select, text, textarea } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { book as bookReference, bookLocation as bookLocationReference } from './references.ts'
import { canBook, canBorrow, canLocation } from './permissions.ts'

/** Fields of a book, shared by the register, its import and the form for new books. */
export const bookFields = defineFields({
  bookName: text({ cn: '书名', en: 'Book name', required: true, max: 100 }),
  bookNo: text({
    cn: '图书编号',
    en: 'Book no.',
    required: true,
    pattern: '^[A-Z0-9-]{2,30}$',
    max: 30,
    hint: { cn: '大写字母、数字或横线；多册时每册自动加序号', en: 'Capitals, digits or hyphens; several copies get a number each' },
  }),
  bookCategory: select({ cn: '图书类别', en: 'Category', required: true, dict: 'bookCategory' }),
  bookType: select({ cn: '图书类型', en: 'Type', required: true, dict: 'bookType', default: '"1"' }),
  bookSource: select({ cn: '来源', en: 'Source', required: true, dict: 'bookSource', default: '"1"' }),
  donor: person({ cn: '捐赠/分享人', en: 'Donor', required: 'bookSource != "1"' }),
  author: text({ cn: '作者', en: 'Author', max: 100 }),
  publisher: text({ cn: '出版社', en: 'Publisher', max: 100 }),
  publishDate: date({ cn: '出版日期', en: 'Publication date' }),
  isbn: text({ cn: 'ISBN', en: 'ISBN', max: 17, pattern: '^(\\d{9}[\\dX]|\\d{13})$',
    hint: { cn: '10位或13位，不含横线', en: '10 or 13 digits, without hyphens' } }),
  price: money({ cn: '价格', en: 'Price', min: 0, default: '0' }),
  quantity: integer({ cn: '册数', en: 'Copies', required: true, min: 1, max: 100, default: '1' }),
  location: bookLocationReference({ cn: '存放位置', en: 'Location', required: true }),
  cover: attachment({ cn: '封面', en: 'Cover', max: 1, extensions: ['png', 'jpg', 'jpeg', 'webp'] }),
  summary: textarea({ cn: '简介', en: 'Summary', max: 1000 }),
})

/** Copy of a book. */
export const book = defineResource({
  name: 'book',
  cn: '图书',
  en: 'Book',
  base: '/oaserver',
  path: '/books',
  table: 'book',
  key: 'bookNo',
  fields: defineFields({
    ...bookFields,
    bookStatus: select({ cn: '状态', en: 'Status', dict: 'bookStatus', readOnly: true, default: '"1"' }),
    borrower: person({ cn: '借阅人', en: 'Borrower', readOnly: true, system: true }),
    borrowTime: datetime({ cn: '借阅时间', en: 'Borrowing time', readOnly: true, system: true }),
    dueTime: datetime({ cn: '应还时间', en: 'Due', readOnly: true, system: true }),
    returnTime: datetime({ cn: '归还时间', en: 'Return time', readOnly: true, system: true }),
  }),
  derived: ['borrower', 'borrowTime', 'dueTime', 'returnTime'],
  columns: ['bookNo', 'bookName', 'author', 'bookCategory', 'bookType', 'location', 'bookStatus', 'borrower', 'dueTime'],
  filters: ['bookCategory', 'bookType', 'bookStatus', 'location', 'borrower'],
  search: ['bookNo', 'bookName', 'author', 'isbn'],
  can: canBook,
  batch: ['location', 'bookCategory', 'bookType'],
  offers: 'book',
  optionFields: ['bookName', 'bookCategory', 'bookStatus', 'price', 'location'],
  scope: 'everyone',
  import: {
    columns: [
      { field: 'bookNo', example: 'T00101' },
      { field: 'bookName', example: { cn: '电子元器件失效分析', en: 'Failure Analysis of Electronic Components' } },
      { field: 'bookCategory' },
      { field: 'bookType' },
      { field: 'bookSource' },
      { field: 'location', by: 'code' },
      { field: 'author' },
      { field: 'publisher' },
      { field: 'isbn' },
      { field: 'price' },
    ],
    match: ['bookNo'],
    onMatch: 'refuse',
    sets: { quantity: 1 },
  },
})

/** Shelf of the library. */
export const bookLocation = defineResource({
  name: 'bookLocation',
  cn: '图书位置',
  en: 'Book location',
  base: '/oaserver',
  path: '/books/locations',
  table: 'book_location',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, pattern: '^[A-Z0-9][A-Z0-9-]*$', max: 30,
      hint: { cn: '楼层-书架-层，如 3F-A-2', en: 'Floor, shelf and layer, such as 3F-A-2' } }),
    room: text({ cn: '房间', en: 'Room', required: true, max: 30 }),
    shelf: text({ cn: '书架', en: 'Shelf', required: true, max: 30 }),
    remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
    bookCount: integer({ cn: '藏书', en: 'Books', readOnly: true, system: true }),
  }),
  derived: ['bookCount'],
  columns: ['code', 'room', 'shelf', 'remark', 'bookCount'],
  search: ['code', 'room', 'shelf'],
  can: canLocation,
  offers: 'bookLocation',
  optionFields: ['code', 'room', 'shelf'],
  scope: 'everyone',
  import: {
    columns: [{ field: 'code', example: '3F-A-2' }, { field: 'room', example: { cn: '三楼阅览室', en: 'Reading room, 3rd floor' } }, {
      field: 'shelf',
      example: { cn: 'A架', en: 'Shelf A' },
    }, { field: 'remark' }],
    match: ['code'],
    onMatch: 'update',
  },
})

/** Loan of a book with its return. */
export const bookLoan = defineResource({
  name: 'bookLoan',
  cn: '借阅记录',
  en: 'Borrow history',
  base: '/oaserver',
  calls: 'book/history',
  path: '/books/history',
  table: 'book_loan',
  key: 'bookNo',
  fields: defineFields({
    bookId: bookReference({ cn: '图书', en: 'Book' }),
    bookNo: text({ cn: '图书编号', en: 'Book no.' }),
    borrowerId: person({ cn: '借阅人', en: 'Borrower' }),
    departmentId: department({ cn: '部门', en: 'Department' }),
    borrowTime: datetime({ cn: '借阅时间', en: 'Borrowing time' }),
    dueTime: datetime({ cn: '应还时间', en: 'Due' }),
    returnTime: datetime({ cn: '归还时间', en: 'Return time' }),
    borrowStatus: select({ cn: '状态', en: 'Status', dict: 'borrowStatus' }),
    renewCount: integer({ cn: '续借次数', en: 'Renewals' }),
    compensation: money({ cn: '赔偿金额', en: 'Compensation' }),
    businessKey: text({ cn: '单据', en: 'Document' }),
    businessNo: text({ cn: '单据编号', en: 'Document no.' }),
  }),
  derived: ['bookNo', 'businessNo'],
  columns: ['bookNo', 'bookId', 'borrowerId', 'borrowTime', 'dueTime', 'returnTime', 'borrowStatus', 'renewCount', 'businessNo'],
  filters: ['borrowStatus', 'borrowerId', 'bookId'],
  search: ['bookNo', 'businessNo'],
  sort: [{ field: 'borrowTime', descending: true }],
  can: { view: canBorrow.view, export: canBorrow.export },
  export: {
    columns: ['bookNo', 'bookId', 'borrowerId', 'departmentId', 'borrowTime', 'dueTime', 'returnTime', 'borrowStatus', 'renewCount',
      'businessNo'],
  },
  scope: { departments: 'departmentId', owner: 'borrowerId' },
})
