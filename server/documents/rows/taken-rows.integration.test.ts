import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RowsToTake } from '#kernel/answers.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type ApprovalProduct, approvalProduct } from '../testing-company.ts'

let world: ApprovalProduct
let quotation: string
beforeAll(async () => {
  world = await approvalProduct()
})
afterAll(() => world?.product.close())
beforeEach(async () => {
  quotation = await quote('100.00')
})

/** An approved quotation with a new and an old price; its cost is set directly in the database. */
async function quote(net: string): Promise<string> {
  const lines = [{ rowId: 'n', code: 'N-1', net, year: 'new' }, { rowId: 'o', code: 'O-1', net: '50.00', year: 'old' }]
  const id = await world.on.file('quoted', { rate: '0.13', lines })
  await world.on.pass(id, 'head')
  await change(id, { cost: '70.00' })
  return id
}

/** Changes the stored quotation. */
async function change(id: string, cells: FormValue): Promise<void> {
  const { db } = world.product.database
  const { value } = await db.selectFrom('document').select('value').where('id', '=', id).executeTakeFirstOrThrow()
  const lines = (value['lines'] as FormValue[]).map((line) => (line['rowId'] === 'n' ? { ...line, ...cells } : line))
  await db.updateTable('document').set({ value: JSON.stringify({ ...value, lines }) as never }).where('id', '=', id).execute()
}

const taken = async (who = 'wang', document = quotation) =>
  world.product.as(who, 'en_US').post<RowsToTake>('/oaserver/ordered/rows/lines/take', { document })
const row = (change: FormValue = {}): FormValue => ({ rowId: 'r1', takenFrom: `quoted/${quotation}/n`, code: 'N-1', price: '113', qty: '3',
  ...change })
const order = (lines: readonly FormValue[], quotes: readonly string[] = [quotation], title = 'x') =>
  world.product.as('wang', 'en_US').post<{ businessKey: string; businessNo: string; fields?: { name: string; message: string }[] }>(
    '/oaserver/ordered/apply',
    {
      business: { title, quotes, lines },
    },
  )
const refusal = async (...parameters: Parameters<typeof order>) =>
  (await order(...parameters)).data.fields?.map(({ name, message }) => `${name}: ${message}`)

describe('rows of another document', () => {
  it('are offered with what they give, those that can be taken, and without what the caller may not know', async () => {
    const { data } = await taken()
    expect(data.rows).toEqual([{ takenFrom: `quoted/${quotation}/n`, values: { code: 'N-1', price: '113.00', qty: '1' } }])
  })

  it('are of documents that can be read and linked, and of tables that take them', async () => {
    expect((await taken('anna')).code).toBe(404)
    const pending = await world.on.file('quoted', { lines: [] })
    expect((await taken('wang', pending)).code).toBe(404)
    expect((await taken('wang', await world.on.file('plain'))).code).toBe(404)
    expect((await world.product.as('wang').post('/oaserver/quoted/rows/lines/take', { document: quotation })).code).toBe(404)
  })

  it('are filed as they stand there; what is not kept is free', async () => {
    const { code, data } = await order([row(), { rowId: 'r2', code: 'own', price: '1.00' }])
    expect(code).toBe(200)
    expect((await world.on.detail(data.businessKey, 'wang')).business['lines']).toMatchObject([{ takenFrom: `quoted/${quotation}/n`,
      price: '113', qty: '3' }, { code: 'own' }])
  })

  it('bring what whoever files is not shown along, whatever they send', async () => {
    const { data: { businessKey: id } } = await order([row({ cost: '1.00' })])
    const cost = async (who: string) => ((await world.on.detail(id, who)).business['lines'] as FormValue[])[0]?.['cost']
    expect(await cost('wang')).toBeUndefined()
    expect(await cost('voider')).toBe('70.00')
    const { data } = await world.product.as('wang').post<{ value: { lines: FormValue[] } }>('/oaserver/ordered/calculate', {
      parameters: { title: 'x', quotes: [quotation], lines: [row()] },
    })
    expect(data.value.lines[0]).not.toHaveProperty('cost')
  })

  it('say at the cell what has changed there, and at the row that it is gone', async () => {
    expect(await refusal([row({ price: '1.00' })])).toEqual([expect.stringMatching(/^lines\.0\.price: Price is 113 in BJ\d+/)])
    await change(quotation, { net: '200.00' })
    expect(await refusal([row()])).toEqual([expect.stringContaining('Price is 226 in')])
    await change(quotation, { year: 'old' })
    expect(await refusal([row()])).toEqual([expect.stringMatching(/^lines\.0\.code: BJ\d+ no longer has this row/)])
  })

  it('come from documents that are linked, and are no others', async () => {
    expect(await refusal([row()], [])).toEqual([expect.stringContaining('isn’t linked')])
    expect(await refusal([row()], [quotation], 'hidden')).toEqual([expect.stringContaining('isn’t linked')])
    expect(await refusal([row({ takenFrom: `quoted/${quotation}/x` })])).toEqual([expect.stringContaining('no longer has this row')])
    expect(await refusal([row({ takenFrom: `other/${quotation}/n` })])).toEqual([expect.stringContaining('no longer has this row')])
    expect(await refusal([row({ takenFrom: 'nonsense' })])).toHaveLength(1)
  })

  it('are taken once where the form says so: in one document, and by one of two at the same time', async () => {
    expect(await refusal([row(), row({ rowId: 'r2' })])).toEqual([expect.stringMatching(/^lines\.1\.code: Rows 1 and 2/)])
    const both = await Promise.all([order([row()]), order([row()])])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 42009])
    const number = both.find(({ code }) => code === 200)?.data.businessNo
    expect(both.find(({ code }) => code !== 200)?.data.fields).toMatchObject([{ name: 'lines.0.code',
      message: `${number} has this row already` }])
    expect((await taken()).data.rows).toMatchObject([{ takenBy: number }])
  })

  it('stay what they are when the document is filed again', async () => {
    const { data: { businessKey: id } } = await order([row()])
    await world.on.do('refuse', id, 'head', { comment: 'x' })
    const again = (lines: FormValue[]) =>
      world.product.as('wang').post<{ fields?: { name: string }[] }>('/oaserver/ordered/apply', { operate: 'edit', businessKey: id,
        business: { title: 'x', quotes: [quotation], lines } })
    expect((await again([{ ...row({ price: '1.00' }), takenFrom: undefined }])).data.fields).toMatchObject([{ name: 'lines.0.price' }])
    expect((await again([row()])).code).toBe(200)
  })
})
