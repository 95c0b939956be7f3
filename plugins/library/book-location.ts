import { defineFields, integer, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canLocation } from './permissions.ts'

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
