import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { printedTextOf } from '#server/prints/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { bookAdd } from './index.ts'

let product: TestProduct
let on: FilingSupport
let place: string

beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, bookAdd)
  place =
    (await product.as('librarian').post<{ id: string }>('/oaserver/bookLocation/add', { code: 'T-9', room: '测试', shelf: 'B' })).data.id
})
afterAll(() => product?.close())

const added = (change: object = {}) => ({ applicantDept: 'sz-quality', bookNo: 'NEW-1', bookName: '统计过程控制', bookCategory: '3',
  bookType: '1', bookSource: '2', donor: 'u-quality', price: '88.00', quantity: 2, location: place, ...change })
const numbers = async () =>
  (await product.database.db.selectFrom('book').select('book_no').where('book_no', 'like', 'NEW-%').where('del_flag', '=', 0).orderBy(
    'book_no',
  ).execute()).map((
    { book_no: number },
  ) => number)

it('puts every copy on its shelf at once, each with a number of its own', async () => {
  const id = await on.file('quality', added())
  expect((await on.detailOf(product.as('quality'), id)).state).toBe(4)
  expect(await numbers()).toEqual(['NEW-1-1', 'NEW-1-2'])
  expect(
    (await product.database.db.selectFrom('book_location').select('book_count').where('id', '=', place).executeTakeFirstOrThrow())
      .book_count,
  ).toBe(2)
  expect(on.refusal(await on.apply(product.as('quality'), added())).fields).toEqual({ bookNo: '图书编号已存在' })
})

it('is printed with all that was asked for, for whoever filed it and the librarian, in their language', async () => {
  const summary = '以装配线的数据讲解控制图。'.repeat(40)
  const id = await on.file('quality', added({ bookNo: 'NEW-9', quantity: 1, publisher: '机械工业出版社', isbn: '9787111213826', summary }))
  const chinese = await printedTextOf(product, { by: 'quality', type: 'bookAdd', id })
  for (const text of ['新增图书', '统计过程控制', 'NEW-9', '￥88.00', '9787111213826', '机械工业出版社', summary, '已完成', '提交'])
    expect(chinese).toContain(text)
  expect(await printedTextOf(product, { by: 'librarian', type: 'bookAdd', id, language: 'en_US' })).toMatch(/New book request.*Book name/)
})

it('waits for the librarian where the library says so', async () => {
  await product.database.db.updateTable('sys_dict_data').set({ label: '1', local_name: '1' }).where('type', '=', 'libraryRule').where(
    'value',
    '=',
    'addApproval',
  ).execute()
  const id = await on.file('quality', added({ bookNo: 'NEW-2', quantity: 1 }))
  expect(await on.pending(id)).toMatchObject([{ node: 'librarianCheck', by: 'librarian' }])
  expect(await on.pass(id, { business: { bookNo: 'NEW-3' } })).toMatchObject({ code: 200 })
  expect(await numbers()).toContain('NEW-3')
})

it('waits for whoever a test makes the librarian', async () => {
  await on.staff('librarian', ['yangfan'])
  const id = await on.file('quality', added({ bookNo: 'NEW-4', quantity: 1 }))
  expect(await on.pending(id)).toMatchObject([{ node: 'librarianCheck', by: 'yangfan' }])
  await expect(on.staff('gateKeeper', ['yangfan'])).rejects.toThrow('There is no role gateKeeper')
})
