import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { sapPurchaseRequisition } from './sapPurchaseRequisition.ts'
import { type Change, delivery, inboundProduct, type InboundProduct, pathsOf, type Sent } from './testing-inbound.ts'

let world: InboundProduct
let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  world = await inboundProduct()
  product = world.product
  on = filing(product, sapPurchaseRequisition)
}, 120_000)
afterAll(() => product?.close())

const item = (change: Change = {}) => ({ itemNo: 10, desc: '端子压接夹具', qty: 3, unit: 'PC', price: '10.005000', priceUnit: 1,
  deliveryDate: '2026-12-20', ...change })
const message = ({ requestId, ...change }: Change = {}, header: Change = {}, items: readonly object[] = [item()]) => ({
  ...delivery({ sapDocNo: '0010012345', initiatorJobNo: world.jobNumber('quality'), title: '采购申请 0010012345', ...change }, {
    prNo: '0010012345',
    docType: 'NB',
    purchaseGroup: 'P01',
    plant: '1000',
    requester: '曹颖',
    requesterJobNo: world.jobNumber('quality'),
    reason: '夹具补充',
    ...header,
  }, items),
  ...(requestId !== undefined && { requestId }),
})

const push = (body: object, bearer?: string): Promise<Sent> => world.push(sapPurchaseRequisition.key, body, bearer)
const tokenOf = (...which: Parameters<InboundProduct['tokenOf']>) => world.tokenOf(...which)
const answersOf = (document: string) => world.answersOf(document)

describe('who may push', () => {
  it('is an account with its secret, from its addresses, and no person', async () => {
    expect(await tokenOf('sap-prd')).toMatch(/^ey/)
    expect(await tokenOf('sap-prd', 'another-secret-of-the-tests-with-32-ch')).toMatch(/^refused 401/)
    expect((await push(message({ sapDocNo: 'A1' }), await tokenOf('sap-far'))).code).toBe(403)
    expect((await push(message({ sapDocNo: 'A1' }), (await product.as('admin').bearer()).slice(7))).code).toBe(401)
    expect((await push(message({ sapDocNo: 'A1' }), 'nonsense')).code).toBe(401)
  })

  it('has no way in but this one', async () => {
    const detail = await product.app.inject({ method: 'GET', url: '/system/user/getInfo',
      headers: { authorization: `Bearer ${await tokenOf('sap-prd')}` } })
    expect(detail.json<Sent>().code).toBe(401)
  })

  it('leaves people without a way to file it', async () => {
    expect((await on.apply(product.as('admin'), {})).code).toBe(403)
  })
})

describe('a payload', () => {
  it('has a title in both languages, and the first in both where it has one only', async () => {
    const titled = async (change: Change) => {
      const { data } = await push(message(change))
      const { title, titleEn } = (await on.detailOf(product.as('quality'), data.businessKey)).business
      return [title, titleEn]
    }
    expect(await titled({ sapDocNo: 'T1', titleEn: 'Requisition 0010012345' })).toEqual(['采购申请 0010012345', 'Requisition 0010012345'])
    expect(await titled({ sapDocNo: 'T2' })).toEqual(['采购申请 0010012345', '采购申请 0010012345'])
  })

  it('is judged by the form, with its own paths', async () => {
    expect(pathsOf(await push(message({ sapDocNo: 'B1' }, { prNo: '12', plant: '9999' }, [item({ acctCategory: 'K', qty: '3' })]))))
      .toEqual({ code: 42009, paths: expect.arrayContaining(['header.plant', 'items[0].qty']) })
    expect(pathsOf(await push(message({ sapDocNo: 'B1' }, { prNo: '12' }, [item({ acctCategory: 'K' })]))))
      .toEqual({ code: 42009, paths: expect.arrayContaining(['header.prNo', 'items[0].costCenter']) })
    expect(pathsOf(await push(message({ sapDocNo: 'B1' }, {}, [item(), item()])))).toEqual({ code: 42009, paths: ['items[1].itemNo'] })
    expect(pathsOf(await push(message({ sapDocNo: 'B1', initiatorJobNo: 'X0' })))).toEqual({ code: 42009, paths: ['initiatorJobNo'] })
    expect(pathsOf(await push(message({ sapDocNo: 'B1', client: '900' })))).toEqual({ code: 42009, paths: ['client'] })
    expect((await push(message({ sapDocNo: 'B1' }, {}, []))).code).toBe(42009)
    expect(pathsOf(await push(message({ sapDocNo: 'B1' }, {}, [item({ deliveryDate: '0000-00-00' })])))).toEqual({ code: 42009,
      paths: ['items[0].deliveryDate'] })
  })

  it('becomes a document of its initiator, each line rounded before it is added, without those that SAP has deleted', async () => {
    const { code, data } = await push(
      message({ sapDocNo: 'B2' }, { zzColour: 'red' }, [item(), item({ itemNo: 20 }), item({ itemNo: 30, deleted: '1' })]),
    )
    expect(code).toBe(200)
    const { business, state } = await on.detailOf(product.as('quality'), data.businessKey)
    expect(state).toBe(1)
    expect(business).toMatchObject({ totalAmount: '60.04', sapVersion: 1, extra: 'header.zzColour: red', initiator: 'u-quality' })
  })
})

describe('a file that SAP names', () => {
  it('does not hold up the document; one that cannot be fetched is named, and tried anew when somebody asks', async () => {
    const { data: { businessKey } } = await push(
      message({ sapDocNo: 'G1', attachments: [{ name: 'spec.pdf', url: 'https://sap.example.com/spec.pdf' }] }),
    )
    const { db } = product.database
    const lacked = async (who = 'quality') =>
      (await product.as(who).get<{ lackedFiles: { id: string; name: string; isGivenUp: boolean }[] }>(
        `/oaserver/sapPurchaseRequisition/detail?procInstId=${businessKey}`,
      )).data.lackedFiles
    const [file] = await lacked()
    expect(file).toMatchObject({ name: 'spec.pdf', isGivenUp: false })
    const retry = (who = 'quality') => product.as(who).post('/workflow/inboundFile/retry', { procInstId: businessKey, fileId: file?.id })
    expect((await retry()).code).toBe(42007)
    // the host answers nothing: after the last attempt the file is given up
    await db.updateTable('inbound_file').set({ attempts: 5 }).where('document', '=', businessKey).execute()
    await product.composition.jobs.tick()
    expect(await lacked()).toMatchObject([{ name: 'spec.pdf', isGivenUp: true }])
    expect((await retry('xulei')).code).toBe(404)
    expect((await retry()).code).toBe(200)
    expect(await lacked()).toMatchObject([{ name: 'spec.pdf', isGivenUp: false }])
    expect((await on.detailOf(product.as('quality'), businessKey)).business['extra'] ?? null).toBeNull()
  }, 60_000)
})

describe('repeated, late and newer deliveries', () => {
  it('answer the same for the same request, and refuse another content under it', async () => {
    const first = message({ sapDocNo: 'C1' })
    const answer = await push(first)
    expect(await push(first)).toEqual(answer)
    expect(pathsOf(await push({ ...first, title: '另一份' }))).toEqual({ code: 42009, paths: ['requestId'] })
    expect((await push({ ...first, requestId: message().requestId })).data.businessKey).toBe(answer.data.businessKey)
    expect(pathsOf(await push(message({ sapDocNo: 'C1' }, { reason: '别的原因' })))).toEqual({ code: 42009, paths: ['version'] })
  })

  it('start a newer version anew under the number, and refuse an older one', async () => {
    const { data } = await push(message({ sapDocNo: 'C2', version: 2 }))
    expect(pathsOf(await push(message({ sapDocNo: 'C2', version: 1 })))).toEqual({ code: 42009, paths: ['version'] })
    const newer = await push(message({ sapDocNo: 'C2', version: 3 }, { reason: '数量更正' }, [item({ qty: 5 })]))
    expect(newer.data).toMatchObject({ businessKey: data.businessKey, businessNo: data.businessNo, state: 1 })
    expect(await on.detailOf(product.as('quality'), data.businessKey)).toMatchObject({ round: 2, business: { sapVersion: 3 } })
    const results = await product.database.db.selectFrom('posting').select('id').where('document', '=', data.businessKey).execute()
    expect(results).toEqual([])
  })

  it('leave an approved document alone, and tell SAP of it line by line', async () => {
    const { data: { businessKey } } = await push(message({ sapDocNo: 'C3', callback: { type: 'RFC', target: 'ZOA_APPROVAL_RESULT' } }))
    const say = { deptHead: { comment: '同意' },
      prApprove: { comment: '同意', business: { items: [{ rowId: 'item-10', decision: '1' }] } } }
    expect(Object.keys(on.refusal(await on.pass(businessKey)).fields)).toEqual(['comment'])
    expect(await on.passThrough(businessKey, say)).toEqual(['deptHead: yangfan', 'prApprove: buyer'])
    expect(pathsOf(await push(message({ sapDocNo: 'C3', version: 2 })))).toEqual({ code: 42009, paths: ['sapDocNo'] })
    expect(await answersOf(businessKey)).toEqual([{ result: 'APPROVED', version: 1, sapDocNo: 'C3', target: 'ZOA_APPROVAL_RESULT',
      requisition: '0010012345', requestId: expect.any(String) as string, businessNo: expect.stringMatching(/^PR\d{12}$/) as string,
      approver: world.jobNumber('buyer'), approvedAt: expect.any(String) as string, opinion: '同意',
      items: [{ itemNo: 10, decision: '1', remark: null }] }])
  })

  it('tell SAP of a refusal, a revocation and a voiding, without lines', async () => {
    const filed = async (sapDocNo: string) => (await push(message({ sapDocNo }))).data.businessKey
    const refused = await filed('F1')
    await on.refuse(refused)
    const revoked = await filed('F2')
    await on.revoke('quality', revoked)
    const removed = await filed('F3')
    await on.remove(removed)
    const [one, two, three] = await Promise.all([refused, revoked, removed].map(answersOf))
    expect(one).toMatchObject([{ result: 'REFUSED', sapDocNo: 'F1', approver: world.jobNumber('yangfan'), opinion: '不同意' }])
    expect(two).toMatchObject([{ result: 'REVOKED', sapDocNo: 'F2', approver: world.jobNumber('quality'), opinion: '撤销' }])
    expect(three).toMatchObject([{ result: 'VOIDED', sapDocNo: 'F3' }])
    expect([one, two, three].flatMap((answers) => answers ?? []).some((answer) => 'items' in answer)).toBe(false)
    // a newer version afterwards is a new round, and is answered by itself
    expect((await push(message({ sapDocNo: 'F2', version: 2 }))).data).toMatchObject({ businessKey: revoked, state: 1 })
    await on.refuse(revoked)
    expect((await answersOf(revoked)).map(({ result, version }) => [result, version])).toEqual([['REVOKED', 1], ['REFUSED', 2]])
  })

  it('end with the newest version in whatever order and however often they come', async () => {
    let documents = 0
    const versions = [1, 2, 3, 4]
    await assert(
      asyncProperty(array(constantFrom(...versions), { minLength: 1, maxLength: 6 }), async (order) => {
        const sapDocNo = `D${(documents += 1)}`
        const messages = new Map(versions.map((version) => [version, message({ sapDocNo, version }, { reason: `第${version}版` })]))
        const answers: Sent[] = []
        for (const version of order) answers.push(await push(messages.get(version)!))
        // a version is taken unless a higher one came before it; the same request is answered as it was the first time
        const taken = order.map((version) => version >= Math.max(...order.slice(0, order.indexOf(version) + 1)))
        expect(answers.map(({ code }) => code === 200)).toEqual(taken)
        const keys = new Set(answers.flatMap(({ code, data }) => (code === 200 ? [data.businessKey] : [])))
        expect(keys.size).toBe(1)
        const newest = Math.max(...order)
        const { business } = await on.detailOf(product.as('quality'), [...keys][0]!)
        expect(business).toMatchObject({ sapVersion: newest, reason: `第${newest}版` })
      }),
      { numRuns: 12 },
    )
  }, 240_000)

  it('are one document when they come at once', async () => {
    const sent = message({ sapDocNo: 'E1' })
    const answers = await Promise.all(Array.from({ length: 4 }, () => push(sent)))
    expect(new Set(answers.map(({ data }) => data.businessKey)).size).toBe(1)
    expect(answers.every(({ code }) => code === 200)).toBe(true)
  })
})
