import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { configuredSources } from '#server/sync-log/source.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { duePayment, supplierOf } from '../testing.ts'
import { sapPayment } from '../types/sapPayment/index.ts'
import { isSapSet, withdrawSap } from './settings.ts'
import { sapSources } from './sync/source.ts'
import { testUser } from './testing-gateway.ts'

let product: TestProduct
let support: FilingSupport

beforeAll(async () => {
  product = await demoProduct()
  withdrawSap(product.composition.host.env)
  support = filing(product, sapPayment)
})
afterAll(() => product?.close())

const said = { zh_CN: { code: 42009, msg: '未配置SAP，请联系管理员' },
  en_US: { code: 42009, msg: 'SAP isn’t connected, contact the administrator' } } as const

const item = {
  rowId: 'one',
  sapDocNo: '5100000001',
  fiscalYear: 2026,
  lineNo: 1,
  reference: 'INV1',
  postingDate: '2026-10-01',
  dueDate: '2026-10-31',
  subtotal: '500.00',
  openAmount: '500.00',
  thisPayAmount: '500.00',
  itemText: '货款',
}

describe('a product without SAP', () => {
  it('says so', () => {
    const settings = { DEMO: 'false' }
    expect(isSapSet(readEnv(settings))).toBe(false)
    expect(configuredSources(sapSources, readEnv(settings)).size).toBe(0)
    expect(configuredSources(sapSources, readEnv({ ...settings, SAP_URL: 'http://127.0.0.1:9', ...testUser })).size).toBe(3)
  })

  for (const language of ['zh_CN', 'en_US'] as const) {
    it(`says so wherever SAP would be asked (${language})`, async () => {
      const [buyer, admin] = [product.as('buyer', language), product.as('admin', language)]
      const supplier = await supplierOf(support, 'V200001')
      for (const reading of ['costCenters', 'projects', 'materials', 'stock', 'units', 'subject', 'movement'])
        expect(await buyer.get(`/oaserver/sap/${reading}`)).toMatchObject(said[language])
      expect(await buyer.get(`/oaserver/sap/openItems?sapCompanyCode=1000&supplier=${supplier}&currencyType=CNY`)).toMatchObject(
        said[language],
      )
      expect(await admin.post('/oaserver/sap/forward', { path: '/units', method: 'GET' })).toMatchObject(said[language])
      expect(await support.apply(buyer, duePayment({ supplier, items: [item] }))).toMatchObject(said[language])
      for (const sync of ['costCenter', 'expenseProject'])
        expect(await admin.post(`/budgetservice/${sync}/sync`, {})).toMatchObject(said[language])
    })
  }
})
