import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { bookReminders } from '#plugins/library/server/reminders.ts'
import { bookBorrow } from './index.ts'

let product: TestProduct
let on: FilingSupport
let books: readonly string[]

beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, bookBorrow)
  const librarian = product.as('librarian')
  const { data: place } = await librarian.post<{ id: string }>('/oaserver/bookLocation/add', { code: 'T-1', room: '测试', shelf: 'A' })
  const added = []
  for (let index = 1; index <= 6; index += 1) {
    added.push(
      (await librarian.post<{ id: string }>('/oaserver/book/add', { bookNo: `TEST${index}`, bookName: `检验手册${index}`, bookCategory: '1',
        bookType: '1', bookSource: '1', quantity: 1, price: '50.00', location: place.id })).data.id,
    )
  }
  books = added
})
afterAll(() => product?.close())

const rows = (...numbers: readonly number[]) => numbers.map((number) => ({ rowId: `b${number}`, bookNo: books[number - 1]! }))
const borrow = (change: object = {}) => ({ applicantDept: 'sz-quality', books: rows(1), borrower: 'u-quality',
  borrowTime: '2026-11-20 10:00:00', plannedReturnTime: '2026-12-20 10:00:00', ...change })
const elsewhere = (change: object = {}) => borrow({ applicantDept: 'sz-hardware', borrower: 'u-employee', ...change })
const statusOf = async (number: number) =>
  (await product.database.db.selectFrom('book').select('book_status').where('id', '=', books[number - 1]!).executeTakeFirstOrThrow())
    .book_status
const handOut = { comment: '【计划归还时间：2026-12-20 10:00】已借出' }
const fields = async (reply: Parameters<FilingSupport['refusal']>[0] | Promise<Parameters<FilingSupport['refusal']>[0]>) =>
  on.refusal(await reply).fields

describe('borrowing', () => {
  it('reserves, hands out with the planned return in the opinion, and takes back', async () => {
    const id = await on.file('quality', borrow())
    expect(await statusOf(1)).toBe('5')
    const { data: { taskId } } = await product.as('librarian').get<{ taskId: string }>(`/oaserver/bookBorrow/detail?procInstId=${id}`)
    expect((await product.as('librarian').post('/workflow/approvingNodeForm', { taskId, procInstId: id })).data).toMatchObject({
      commentMustContain: ['plannedReturnTime'],
      opinionFacts: [{ key: 'plannedReturnTime', title: '计划归还时间' }],
    })
    expect(await fields(on.pass(id, { comment: '同意' }))).toEqual({ comment: '审批意见中必须包含计划归还时间' })
    expect(await on.pass(id, handOut)).toMatchObject({ code: 200 })
    expect(await statusOf(1)).toBe('2')
    expect(await product.as('quality').post('/workflow/abort', { procInstId: id, comment: '撤销' })).toMatchObject({ code: 42009,
      msg: '图书已借出，归还后才能撤销' })
    expect((await on.detailOf(product.as('quality'), id)).actions).not.toContain('revoke')
    expect(await product.as('librarian').delete(`/oaserver/book/${books[0]!}?version=3`)).not.toMatchObject({ code: 200 })
    const { data } = await product.as('librarian').get<{ version: number }>(`/oaserver/book/${books[0]!}`)
    expect(await product.as('librarian').delete(`/oaserver/book/${books[0]!}?version=${data.version}`)).toMatchObject({ code: 42009,
      msg: '借出未还的图书不能删除' })
    expect(await fields(product.as('librarian').put('/oaserver/book', { id: books[0]!, version: data.version, bookNo: 'OTHER' }))).toEqual({
      bookNo: '借出未还的图书不能修改编号',
    })
    expect(await on.pass(id, { business: { returnTime: '2026-11-20 09:00:00', bookCondition: '1' } })).toMatchObject({ code: 42009 })
    expect(await on.pass(id, { business: { returnTime: '2026-11-20 10:30:00', bookCondition: '1' } })).toMatchObject({ code: 200 })
    expect([await statusOf(1), (await on.detailOf(product.as('quality'), id)).state]).toEqual(['1', 4])
  })

  it('is of one of two who want the last copy', async () => {
    const answers = await Promise.all([on.apply(product.as('quality'), borrow({ books: rows(2) })),
      on.apply(product.as('employee'), elsewhere({ books: rows(2) }))])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const late = answers.find(({ code }) => code !== 200)!
    expect(on.refusal(late).fields).toEqual({ 'books.0.bookNo': '《检验手册2》已借出未还' })
    await on.revoke(late === answers[0] ? 'employee' : 'quality', answers.find(({ code }) => code === 200)!.data.businessKey)
    expect(await statusOf(2)).toBe('1')
  })

  it('has limits: the time, the number, nothing twice, nothing while something is overdue', async () => {
    const refusedFields = async (change: object) => fields(on.apply(product.as('quality'), borrow(change)))
    expect(await refusedFields({ plannedReturnTime: '2026-12-20 10:00:01' })).toEqual({
      plannedReturnTime: '计划归还时间须晚于借阅时间且不超过30天',
    })
    expect(await refusedFields({ plannedReturnTime: '2026-11-20 10:00:00' })).toEqual({
      plannedReturnTime: '计划归还时间须晚于借阅时间且不超过30天',
    })
    expect(await refusedFields({ books: [] })).toEqual({ books: '请至少添加一条借阅图书' })
    expect(await refusedFields({ books: [...rows(3), { ...rows(3)[0], rowId: 'again' }] })).toMatchObject({
      books: '同一本图书不能重复借阅',
    })
    const id = await on.file('quality', borrow({ books: rows(3, 4) }))
    expect(await refusedFields({ books: rows(5, 6) })).toEqual({ books: '每人最多同时借阅3本' })
    expect(await on.pass(id, { comment: '【计划归还时间：2026-11-20 11:00】已借出' })).toMatchObject({ code: 200 })
    product.clock.now = () => new Date('2026-11-20T12:00:00+08:00')
    expect(await refusedFields({ books: rows(5), borrowTime: '2026-11-20 12:00:00' })).toEqual({ borrower: '您有逾期未还图书，请先归还' })
    const work = { host: product.composition.host, db: product.database.db, at: product.clock.now(), signal: new AbortController().signal }
    await bookReminders.run(work)
    await bookReminders.run(work)
    const messages = await product.database.db.selectFrom('message').select(['recipient', 'content']).where('kind', '=', 'bookOverdue')
      .where('recipient', '=', 'u-quality')
      .execute()
    expect(messages.map(({ recipient, content }) => `${recipient}: ${content}`).toSorted()).toEqual([
      'u-quality: 您借阅的《检验手册3》已逾期1天，请尽快归还',
      'u-quality: 您借阅的《检验手册4》已逾期1天，请尽快归还',
    ])
    expect(await on.pass(id, { business: { returnTime: '2026-11-20 12:00:00', bookCondition: '3', compensation: '100.00' } }))
      .toMatchObject({ code: 200 })
    expect(await statusOf(3)).toBe('3')
    product.clock.now = () => new Date('2026-11-20T10:00:00+08:00')
  })

  it('is renewed once, by whoever has the book, before it is due', async () => {
    const id = await on.file('quality', borrow({ books: rows(5) }))
    const renew = (by: string) => product.as(by).post<{ dueTime: string }>(`/oaserver/book/${books[4]!}/renew`, {})
    expect(await renew('quality')).toMatchObject({ code: 42009, msg: '该借阅已结束' })
    await on.pass(id, handOut)
    expect(await renew('employee')).toMatchObject({ code: 403 })
    expect(await renew('quality')).toMatchObject({ code: 200, data: { dueTime: '2027-01-04 10:00:00' } })
    expect(await renew('quality')).toMatchObject({ code: 42009, msg: '已达续借次数上限' })
    expect(await product.as('librarian').post(`/oaserver/book/${books[4]!}/return`, {})).toMatchObject({ code: 42009,
      msg: expect.stringMatching(/单据JY/) as unknown })
    expect(
      (await product.as('quality').post<{ records: { bookNo: string }[] }>('/oaserver/book/history/page', {})).data.records.map((
        { bookNo },
      ) => bookNo),
    ).toContain('TEST5')
    expect(
      (await product.as('employee').post<{ records: { bookNo: string }[] }>('/oaserver/book/history/page', {})).data.records.map((
        { bookNo },
      ) => bookNo),
    ).not.toContain(
      'TEST5',
    )
    await on.pass(id, { business: { returnTime: '2026-11-20 10:00:00', bookCondition: '1' } })
  })
})
