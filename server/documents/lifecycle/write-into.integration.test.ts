import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { Refused } from '#kernel/errors.ts'
import type { WrittenInto } from '#server/extensions/document-extension.ts'
import { transaction } from '#server/database/transaction.ts'
import { approvalProduct } from '../testing-company.ts'
import { writeInto } from './write-into.ts'

let world: Awaited<ReturnType<typeof approvalProduct>>
beforeAll(async () => {
  world = await approvalProduct()
})
afterAll(() => world?.product.close())
afterEach(() => world.product.audit())

const write = (from: string, writes: readonly WrittenInto[]) => {
  const { host } = world.product.composition
  return transaction(host.db,
    (db) =>
      writeInto(host, { db, at: host.clock.now(), actor: { id: 'head', name: 'head', locale: 'cn' },
        document: { id: from, number: 'X-1', round: 1, starter: 'wang' } }, writes))
}
const detailOf = async (id: string) => (await world.product.as('wang').get<FiledDocument>(`/oaserver/listed/detail?procInstId=${id}`)).data
const valueOf = async (id: string) => (await detailOf(id)).business

describe('what one document writes into others', () => {
  it('stands in their values, lists and histories, with who wrote it and from where', async () => {
    const [from, one, other] = [await world.on.file('listed', { title: 'a' }), await world.on.file('listed', { title: 'b', remark: 'old' }),
      await world.on.file('listed', { title: 'c' })]
    await write(from, [{ document: other, set: { remark: 'new' } }, { document: one, set: { remark: 'new' } }, { document: one,
      set: { kind: '2' } }])
    expect([await valueOf(one), await valueOf(other)]).toMatchObject([{ remark: 'new', kind: '2' }, { remark: 'new' }])
    const found = (await world.product.as('voider').post<{ records: { procInstId: string }[] }>('/oaserver/listed/page', {
      columns: { remark: 'new', kind: ['2'] },
    })).data.records
    expect(found.map(({ procInstId }) => procInstId)).toEqual([one])
    const events = await world.product.database.db.selectFrom('document_event').select('payload').where('document', '=', one).where('type',
      '=', 'valueChanged').execute()
    expect(events.map(({ payload }) => payload)).toMatchObject([{ by: 'head', from: { document: from, number: 'X-1' },
      changes: [{ field: 'remark', before: 'old', after: 'new' }, { field: 'kind', after: '2' }] }])
    const { processRecord } = await detailOf(one)
    expect(processRecord).toContainEqual(
      expect.objectContaining({ operateType: 'written', writtenBy: 'X-1',
        operator: { id: 'head', name: expect.any(String) as string, enable: true },
        changes: [{ field: 'remark', before: 'old', after: 'new' }, expect.objectContaining({ field: 'kind', after: '2' })] }),
    )
  })

  it('is no part of what its author does next in the document', async () => {
    const [from, one] = [await world.on.file('listed'), await world.on.file('listed', { remark: 'old' })]
    await write(from, [{ document: one, set: { remark: 'new' }, by: 'wang' }])
    await world.product.as('wang').post('/workflow/wf/processInstance/comment/add', { procInstId: one, comment: '请看' })
    const { processRecord } = await detailOf(one)
    expect(processRecord.filter(({ changes }) => changes.length > 0).map(({ operateType }) => operateType)).toEqual(['written'])
  })

  it('is all of it or nothing, and holds what a field may hold', async () => {
    const [from, one, other] = [await world.on.file('listed'), await world.on.file('listed', { remark: 'old' }),
      await world.on.file('listed')]
    await expect(write(from, [{ document: one, set: { remark: 'new' } }, { document: other, set: { remark: 5 } }])).rejects.toThrow(Refused)
    await expect(write(from, [{ document: one, set: { remark: 'new' } }, { document: other, set: { nothing: 5 } }])).rejects.toThrow(
      'no field nothing',
    )
    expect(await valueOf(one)).toMatchObject({ remark: 'old' })
  })

  it('writes into the document itself as well, in the name of whoever is said', async () => {
    const one = await world.on.file('listed', { remark: 'old' })
    await write(one, [{ document: one, set: { remark: 'new' }, by: 'employee' }])
    expect(await valueOf(one)).toMatchObject({ remark: 'new' })
    const events = await world.product.database.db.selectFrom('document_event').select('payload').where('document', '=', one).where('type',
      '=', 'valueChanged').execute()
    expect(events.map(({ payload }) => payload)).toMatchObject([{ by: 'employee', changes: [{ field: 'remark', after: 'new' }] }])
    expect(events[0]?.payload).not.toHaveProperty('from')
  })

  it('waits in no circle: several write into the same documents at once, in whatever order they name them', async () => {
    const ids = [await world.on.file('listed'), await world.on.file('listed'), await world.on.file('listed')]
    const from = await world.on.file('listed')
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((place) =>
        write(from, (place % 2 === 0 ? ids : ids.toReversed()).map((document) => ({ document, set: { remark: `w${place}` } })))
      ),
    )
    const [first, ...others] = await Promise.all(ids.map(async (id) => (await valueOf(id))['remark']))
    expect(others).toEqual([first, first])
  })
})
