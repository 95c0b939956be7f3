import { capital, type Spellings } from './names.ts'

/** The tests of a new module: its declaration is valid, and its calls work over HTTP on PostgreSQL. */
export const pluginTestFiles = (names: Spellings): Record<string, string> => ({
  [`plugins/${names.kebab}/plugin.test.ts`]: `import { expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { problemsOf } from '#kernel/composition/problems.ts'
import plugin from './plugin.ts'

it('fits into the product', () => {
  expect(problemsOf(plugin, declarations)).toEqual([])
})
`,
  [`plugins/${names.kebab}/server/${names.kebab}.integration.test.ts`]: contract(names),
})

const contract = ({ kebab, camel }: Spellings) =>
  `import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleProduct, type ModuleProduct } from '#server/documents/testing-module.ts'
import { filledByHeading, textsOf } from '#server/imports/testing.ts'
import plugin from '../plugin.ts'
import { ${camel} } from '../references.ts'
import type { ExpiredRecords } from '../wire.ts'
import server from './plugin.ts'

interface ${capital(camel)}Answer {
  readonly id: string
  readonly version: number
  readonly fields: readonly { readonly name: string; readonly message: string }[]
  readonly records: readonly { readonly code: string; readonly nameEn: string }[]
}

/** \`admin\` has all permissions, \`keeper\` those of this module for the records of d1, \`stranger\` none. */
let product: ModuleProduct
beforeAll(async () => {
  product = await moduleProduct({ plugin, server })
})
afterAll(() => product?.close())

const base = '/${kebab}/${camel}'
const as = (who: string) => product.as(who, 'en_US')
const value = (code: string, rest: object = {}) => ({ code, nameCn: '一号', nameEn: 'Number one', departmentId: 'd1',
  validFrom: '2026-01-01', ...rest })
const add = (body: object, who = 'admin') => as(who).post<${capital(camel)}Answer>(\`\${base}/add\`, body)

describe('a record', () => {
  it('is added, read, changed and disabled', async () => {
    const { code, data } = await add(value('A-1'))
    expect(code).toBe(200)
    expect((await as('admin').get(\`\${base}/\${data.id}\`)).data).toMatchObject({ ...value('A-1'), enable: true })
    expect((await as('admin').put(\`\${base}/update\`, { id: data.id, version: 0, nameEn: 'Renamed' })).data).toMatchObject({
      nameEn: 'Renamed',
      version: 1,
    })
    expect((await as('admin').put(\`\${base}/enable/\${data.id}?enable=false\`, {})).data).toMatchObject({ enable: false })
  })

  it('has a unique code and a last day after the first', async () => {
    await add(value('B-1'))
    expect(await add(value('B-1'))).toMatchObject({ code: 42009, data: { fields: [{ name: 'code' }] } })
    expect((await add(value('B-2', { validTo: '2025-12-31' }))).data.fields).toMatchObject([{ name: 'validTo',
      message: 'The last day of validity must not be before the first' }])
  })

  it.each([
    ['a code in small letters', 'code', { code: 'b-3' }],
    ['an unknown department', 'departmentId', { departmentId: 'd9' }],
    ['an unknown field', 'colour', { colour: 'red' }],
  ])('is refused with %s', async (_, field, wrong) => {
    expect(await add(value('B-3', wrong))).toMatchObject({ code: 42009, data: { fields: [{ name: field }] } })
  })

  it('is listed as expired after its last day, page by page', async () => {
    const ended = { validFrom: '2025-01-01', validTo: '2026-11-18' }
    await add(value('E-1', ended))
    await add(value('E-2', { ...ended, departmentId: 'd2' }))
    await add(value('E-3', { ...ended, validTo: '2026-11-19' }))
    await add(value('E-4', { validTo: '2026-11-20' }))
    const expired = async (who: string, query = '') => {
      const { data: { records, total } } = await as(who).get<ExpiredRecords>(\`/${kebab}/expired\${query}\`)
      return { total, codes: records.map(({ code }) => code) }
    }
    expect(await expired('admin')).toEqual({ total: 3, codes: ['E-3', 'E-1', 'E-2'] })
    expect(await expired('admin', '?current=2&size=2')).toEqual({ total: 3, codes: ['E-2'] })
    expect(await expired('keeper')).toEqual({ total: 2, codes: ['E-3', 'E-1'] })
    expect((await as('stranger').get('/${kebab}/expired')).status).toBe(403)
  })
})

describe('a form of another module', () => {
  it('offers enabled records to choose from', async () => {
    const field = ${camel}({ cn: '记录', en: 'Record' })
    const offered = async () => (await as('keeper').post<${
    capital(camel)
  }Answer>(\`/system/reference/\${field.to}/page\`, { keyword: 'F-' })).data.records
    const { data } = await add(value('F-1'))
    expect(await offered()).toMatchObject([{ id: data.id, code: 'F-1' }])
    await as('admin').put(\`\${base}/enable/\${data.id}?enable=false\`, {})
    expect(await offered()).toEqual([])
  })
})

describe('a workbook', () => {
  it('imports the template: adds new codes, changes known ones and reports wrong rows', async () => {
    const { bytes } = await product.file('admin', \`\${base}/template\`)
    await add(value('D-1'))
    const row = (code: string, rest: object = {}) => ({ Code: code, 'Chinese name': '一号', 'English name': 'Number one', Department: 'd1',
      'Valid from': '2026-01-01', ...rest })
    const rows = [row('D-1', { 'English name': 'Renamed' }), row('D-2', { Department: 'd2', Enabled: 'No' }),
      row('D-3', { Department: 'd9' })]
    const { data } = await product.importFile('admin', base, await filledByHeading(bytes, rows))
    expect(data).toMatchObject({ total: 3, success: 2, failed: 1, failures: [{ row: 5, column: 'Department' }] })
    const found = await as('admin').post<${capital(camel)}Answer>(\`\${base}/page\`, { keyword: 'D-' })
    expect(found.data.records).toMatchObject([{ code: 'D-1', nameEn: 'Renamed' }, { code: 'D-2', departmentId: 'd2', enable: false }])
  })

  it('exports the visible records; importing them again changes nothing', async () => {
    const { bytes } = await product.file('keeper', \`\${base}/export?keyword=D-\`)
    expect((await textsOf(bytes)).map(([code]) => code)).toEqual(['Code', 'D-1'])
    expect((await product.importFile('keeper', base, bytes)).data).toMatchObject({ total: 1, unchanged: 1, failed: 0 })
    expect((await product.file('stranger', \`\${base}/export\`)).status).toBe(403)
  })
})

describe('who may', () => {
  it('see: holders of the permission, the records of their departments', async () => {
    await add(value('C-1'))
    await add(value('C-2', { departmentId: 'd2' }))
    const { data } = await as('keeper').post<${capital(camel)}Answer>(\`\${base}/page\`, { keyword: 'C-' })
    expect(data.records.map(({ code }) => code)).toEqual(['C-1'])
    expect((await as('stranger').post(\`\${base}/page\`, {})).status).toBe(403)
  })

  it('read, change and switch it: the same, as if there were no other', async () => {
    const { data } = await add(value('C-6', { departmentId: 'd2' }))
    expect((await as('keeper').get(\`\${base}/\${data.id}\`)).status).toBe(404)
    expect((await as('keeper').put(\`\${base}/update\`, { id: data.id, version: 0, nameEn: 'Mine' })).status).toBe(404)
    expect((await as('keeper').put(\`\${base}/enable/\${data.id}?enable=false\`, {})).status).toBe(404)
  })

  it('add: holders of the permission, to their departments', async () => {
    expect((await add(value('C-3'), 'keeper')).code).toBe(200)
    expect((await add(value('C-4', { departmentId: 'd2' }), 'keeper')).status).toBe(403)
    expect((await add(value('C-5'), 'stranger')).status).toBe(403)
  })
})
`
