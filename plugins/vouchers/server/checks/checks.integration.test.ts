import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { type Amounts, digitalXml, olderXml } from '../reading/testing.ts'
import { issuedToUs } from '../testing.ts'
import { dropVoucher, uploadVoucher } from '../testing-upload.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const me = 'quality'
let numbers = 0
const newNumber = () => `2632000000001${String(numbers += 1).padStart(7, '0')}`

const dropped = (xml: string) => dropVoucher(product, xml, me)
const invoiced = (no: string, files: readonly string[], change = {}) =>
  row('106.00', { invoiceType: '1', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo: no, invoiceDate: '2026-11-20',
    invoiceKind: '1', taxRate: '6', invoiceFiles: files, expenseDate: '2026-11-20', ...change })
const exceptionsOf = async (document: string) =>
  (await on.detailOf(product.as('yangfan'), document)).exceptions.map(({ text, detail }) => (detail ?? text).cn)
const apply = (rows: readonly object[], more = {}) => on.apply(product.as(me), claim(rows as never), more)
const refusedFields = async (rows: readonly object[], more = {}) =>
  (await apply(rows, more)).data.fields.map(({ name, level, message }) => `${name} ${level}: ${message}`)

describe('rows and their invoices', () => {
  it('are filed without a question where they agree', async () => {
    const no = newNumber()
    expect((await apply([invoiced(no, [await dropped(digitalXml(no))])])).code).toBe(200)
  })

  it('are refused at the table where one is no row', async () => {
    expect(await apply([null as never])).toMatchObject({ code: 42009, data: { fields: [{ name: 'items' }] } })
  })

  it('ask whoever files to confirm what differs, subject by subject', async () => {
    const no = newNumber()
    const differing = [
      invoiced(no, [await dropped(digitalXml(no))], { amount: '120.00', invoiceDate: '2026-11-19', taxRate: '9', invoiceTitle: 'DG' }),
    ]
    expect(await refusedFields(differing)).toEqual([
      'items.0.invoiceTitle confirm: 发票抬头填写东莞宏岳精密有限公司，文件中为苏州宏岳电子有限公司',
      'items.0.invoiceDate confirm: 开票日期填写2026-11-19，文件中为2026-11-20',
      'items.0.amount confirm: 申请金额120.00高于发票金额106.00',
      'items.0.taxRate confirm: 税率填写9%，文件中为6%',
    ])
    const confirmed = ['buyer', 'date', 'amount', 'taxRate'].map((subject) => `vouchers.differs.${subject}`)
    expect((await apply(differing, { confirmed })).code).toBe(200)
  })

  it('are questioned where the tax number is not that of our company', async () => {
    const no = newNumber()
    const file = await uploadVoucher(product, issuedToUs(digitalXml(no)).replace('91320594MA1X8Q7T2K', '91320594MA1X8Q7T2X'), undefined, me)
    const { data } = await product.as(me).post('/oaserver/voucher/read', { attachment: file })
    expect(data).toMatchObject({ vouchers: [{ company: 'SZ', isTaxNoWrong: true }] })
    expect(await refusedFields([invoiced(no, [file])])).toEqual([
      'items.0.invoiceTitle confirm: 购买方税号应为91320594MA1X8Q7T2K，文件中为91320594MA1X8Q7T2X',
    ])
    expect((await apply([invoiced(no, [file])], { confirmed: ['vouchers.differs.buyerTaxNo'] })).code).toBe(200)
  })

  it('may claim less than an invoice', async () => {
    const no = newNumber()
    expect((await apply([invoiced(no, [await dropped(digitalXml(no))], { amount: '50.00' })])).code).toBe(200)
  })

  it('are not proved by a credit note, nor by what one takes back', async () => {
    const [blue, red] = [newNumber(), newNumber()]
    const minus: Amounts = { net: '-100.00', tax: '-6.00', total: '-106.00' }
    const file = await dropped(digitalXml(red, minus, `<RedEInvoice><OriginalInvoiceCode>${blue}</OriginalInvoiceCode></RedEInvoice>`))
    expect(await refusedFields([invoiced(red, [file])], { confirmed: ['vouchers.differs.amount'] })).toEqual([
      `items.0.invoiceNo block: 发票${red}为红字发票，不能报销`,
    ])
    expect(await refusedFields([invoiced(blue, [await dropped(digitalXml(blue))])])).toEqual([
      `items.0.invoiceNo block: 发票${blue}已被红字发票冲销`,
    ])
  })
})

describe('a credit note beside its invoice', () => {
  const minus: Amounts = { net: '-50.00', tax: '-3.00', total: '-53.00' }
  const dropBoth = async (blue: string,
    red: string) => [await dropped(digitalXml(blue)),
    await dropped(digitalXml(red, minus, `<RedEInvoice><OriginalInvoiceCode>${blue}</OriginalInvoiceCode></RedEInvoice>`))]

  it('is set off: what is left may be claimed, and no cent more', async () => {
    const [blue, red] = [newNumber(), newNumber()]
    const files = await dropBoth(blue, red)
    const rest = (amount: string) => [invoiced(`${blue},${red}`, files, { amount })]
    expect(await refusedFields(rest('53.01'), { confirmed: ['vouchers.differs.amount'] })).toEqual([
      'items.0.amount block: 红字发票冲抵后只剩53.00，申请金额不能更高',
    ])
    expect((await apply(rest('53.00'))).code).toBe(200)
  })

  it('may not be left out', async () => {
    const [blue, red] = [newNumber(), newNumber()]
    const [file = ''] = await dropBoth(blue, red)
    expect(await refusedFields([invoiced(blue, [file])])).toEqual([`items.0.invoiceNo block: 发票${blue}已被红字发票冲销`])
  })
})

describe('the bytes of a file', () => {
  it('prove one live document; of two at once one is filed, and a revoked one gives them back', async () => {
    const xml = digitalXml(newNumber())
    const copies = await Promise.all([dropped(xml), dropped(xml)])
    // different numbers: the duplicate is only detected by the bytes
    const rows = copies.map((file) => [invoiced(newNumber(), [file], {})])
    const confirmed = ['vouchers.differs.number']
    const answers = await Promise.all(rows.map((each) => apply(each, { confirmed })))
    const winner = answers.find(({ code }) => code === 200)
    const lost = answers.findIndex(({ code }) => code !== 200)
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42009])
    expect(answers[lost]?.data.fields).toMatchObject([{ name: 'items.0.invoiceFiles',
      message: `文件“票.xml”已在单据${winner?.data.businessNo}中使用` }])
    await product.as(me).post('/workflow/abort', { procInstId: winner?.data.businessKey, comment: '填错了' })
    expect((await apply(rows[lost] ?? [], { confirmed })).code).toBe(200)
  })

  it('are not uploaded twice into one document', async () => {
    const no = newNumber()
    const xml = digitalXml(no)
    const twice = [invoiced(no, [await dropped(xml)]), invoiced(newNumber(), [await dropped(xml)])]
    expect(await refusedFields(twice, { confirmed: ['vouchers.differs.number'] })).toEqual([
      'items.1.invoiceFiles block: 文件“票.xml”重复上传',
    ])
  })
})

describe('an older invoice', () => {
  it('is told apart by its code; without one it is any of its number', async () => {
    const file = () =>
      dropped(
        olderXml('70000001').replaceAll('江苏示例制造有限公司', '苏州宏岳电子有限公司').replaceAll('91320000BUYER00001',
          '91320594MA1X8Q7T2K').replace('Test', String(numbers += 1)),
      )
    const older = (code: string | undefined, files: readonly string[]) =>
      invoiced('70000001', files, { invoiceType: files.length > 0 ? '1' : '2', invoiceCode: code, invoiceDate: '2026-11-19' })
    expect((await apply([older('032002600111', [await file()])])).code).toBe(200)
    expect((await apply([older('032002600222', [])])).code).toBe(200)
    expect(await refusedFields([older('032002600111', [])])).toHaveLength(1)
    expect(await refusedFields([older(undefined, [])])).toHaveLength(1)
  })
})

describe('a file that nobody has read', () => {
  const photo = Buffer.from('89504e470d0a1a0a', 'hex')

  it('is read before the filing is checked', async () => {
    const no = newNumber()
    const file = await uploadVoucher(product, issuedToUs(digitalXml(no)), undefined, me)
    expect(await refusedFields([invoiced(newNumber(), [file], { amount: '900.00' })])).toEqual([
      expect.stringContaining('items.0.invoiceNo confirm: 发票号码填写'),
      'items.0.amount confirm: 申请金额900.00高于发票金额106.00',
    ])
  })

  it('and that cannot be read is confirmed by whoever files, and named to whoever approves', async () => {
    const rows = [invoiced(newNumber(), [await uploadVoucher(product, photo, '票.png', me)])]
    expect(await refusedFields(rows)).toEqual([
      'items.0.invoiceFiles confirm: 发票附件未能识别，本行没有与文件核对，请自行核对',
    ])
    const { data } = await apply(rows, { confirmed: ['vouchers.notCompared'] })
    const compared = await product.as('yangfan').post('/oaserver/voucher/compare', { document: data.businessKey })
    expect(compared.data).toMatchObject([{ isRead: false, isCompared: false }])
    expect(await exceptionsOf(data.businessKey)).toEqual(['发票附件未能识别，没有与文件核对'])
  })

  it('leaves an invoice of its row uncompared where the other files do not hold it', async () => {
    const [one, other] = [newNumber(), newNumber()]
    const files = [await dropped(digitalXml(one)), await uploadVoucher(product, Buffer.concat([photo, Buffer.from('2')]), '票.png', me)]
    expect(await refusedFields([invoiced(`${one},${other}`, files)])).toEqual([expect.stringContaining('items.0.invoiceFiles confirm')])
    expect((await apply([invoiced(one, files)])).code).toBe(200)
  })
})

type ToDo = { records: readonly { businessKey: string; batchPass: unknown }[]; quick: Record<string, number> }

describe('a claim with an exception', () => {
  const filedWith = async (invoiceTo: string | undefined, change: object = {}) => {
    const no = newNumber()
    const file = invoiceTo === undefined ? await dropped(digitalXml(no)) : await uploadVoucher(product, digitalXml(no), undefined, me)
    const { data } = await apply([invoiced(no, [file], change)], { confirmed: ['vouchers.differs.buyer', 'vouchers.differs.amount'] })
    return { id: data.businessKey, no, task: (await on.pending(data.businessKey))[0]! }
  }
  const toDo = async (by: string) => (await product.as(by).post<ToDo>('/workflow/tasks/todoList', { size: 200 })).data

  it('has what differs and what was issued to somebody else; a claim that agrees has none', async () => {
    const agreeing = await filedWith(undefined)
    const differing = await filedWith('somebody else', { amount: '107.00' })
    expect(await exceptionsOf(agreeing.id)).toEqual([])
    expect(await exceptionsOf(differing.id)).toEqual([
      '发票开给 江苏示例&制造有限公司',
      '申请金额107.00高于发票金额106.00',
    ])
  })

  it('is not passed with others, and on its own only by who has looked at each of them', async () => {
    const plain = await filedWith(undefined)
    const before = (await toDo(plain.task.by)).quick['batchPass']
    const foreign = await filedWith('somebody else', { rowRemark: '集团采购，已转让' })
    const { records, quick } = await toDo(foreign.task.by)
    expect(quick['batchPass']).toBe(before)
    const rowOf = (id: string) => records.find(({ businessKey }) => businessKey === id)?.batchPass
    expect([rowOf(plain.id), rowOf(foreign.id)]).toEqual([true, { reason: 'exceptions', exceptions: 1 }])
    const pass = (body: object, locale?: 'en_US') =>
      product.as(foreign.task.by, locale).post<{ fields: readonly { name: string }[] }>('/workflow/pass', { taskId: foreign.task.task,
        ...body })
    const refused = await pass({ comment: '同意' })
    expect([refused.code, refused.data.fields[0]?.name, refused.msg]).toEqual([42009, 'exceptions',
      '这张单据有 1 处例外，请打开单据逐条查看后再通过'])
    expect((await pass({}, 'en_US')).msg).toBe('Exceptions in this document: 1. Open it and look at each one before you pass it')
    const { exceptions } = await on.detailOf(product.as(foreign.task.by), foreign.id)
    expect(exceptions).toMatchObject([{ field: 'items.invoiceTitle', row: { place: 1 }, explanation: '集团采购，已转让' }])
    expect((await pass({ exceptions: exceptions.map(({ key }) => key) })).code).toBe(200)
  })

  it('has what came to light after it was filed: the invoice was taken back, or the tax authority knows another', async () => {
    const { id, no } = await filedWith(undefined)
    expect(await exceptionsOf(id)).toEqual([])
    const minus: Amounts = { net: '-100.00', tax: '-6.00', total: '-106.00' }
    await dropped(digitalXml(newNumber(), minus, `<RedEInvoice><OriginalInvoiceCode>${no}</OriginalInvoiceCode></RedEInvoice>`))
    await product.database.db.insertInto('voucher_verification').values({ number: no, code: '', outcome: 'voided', message: '',
      at: new Date('2026-11-20T12:00:00+08:00'), asked: '{}', person: 'u-quality' }).execute()
    expect(await exceptionsOf(id)).toEqual([`查验结果：发票 ${no} 已作废`, `发票${no}已被红字发票冲销`])
  })
})

describe('comparing a filed document', () => {
  it('answers what is the same and what differs, to whoever may read it', async () => {
    const no = newNumber()
    const file = await dropped(digitalXml(no))
    const { data } = await apply([invoiced(no, [file], { amount: '120.00' })], { confirmed: ['vouchers.differs.amount'] })
    const compare = (who: string) => product.as(who).post('/oaserver/voucher/compare', { document: data.businessKey, file })
    const { data: rows } = await compare('yangfan')
    expect(rows).toMatchObject([{ table: 'items', place: 1, isRead: true, usedIn: [], comparisons: [
      { subject: 'number', isSame: true },
      { subject: 'buyer', isSame: true, read: '苏州宏岳电子有限公司' },
      { subject: 'buyerTaxNo', isSame: true },
      { subject: 'date', isSame: true },
      { subject: 'amount', isSame: false, entered: '120.00', read: '106.00', excess: '14.00' },
      { subject: 'taxRate', isSame: true },
    ] }])
    expect((await compare('librarian')).code).toBe(404)
  })
})
