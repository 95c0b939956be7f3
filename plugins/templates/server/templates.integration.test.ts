import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capitals } from '#kernel/values/capitals.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { card, claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { docx, paragraphsOf } from './testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())

const path = '/system/template'
const type = 'expenseReimbursement'
interface Reply {
  readonly code: number
  readonly msg: string
  readonly data: { readonly id: string; readonly fileVersion?: number;
    readonly fields?: readonly { readonly name: string; readonly message: string }[] }
}
interface TemplateRow {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly fileVersion: number
  readonly enabled: boolean
}

async function sent(who: string, url: string, bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const edge = 'edge-of-the-part'
  const part = (head: string, content: string | Uint8Array) =>
    Buffer.concat([Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
  const payload = Buffer.concat([...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value)),
    part(`name="file"; filename="template.docx"\r\ncontent-type: application/octet-stream`, bytes), Buffer.from(`--${edge}--\r\n`)])
  const headers = { authorization: await product.as(who).bearer(), 'accept-language': 'en_US',
    'content-type': `multipart/form-data; boundary=${edge}` }
  return (await product.app.inject({ method: 'POST', url, headers, payload })).json<Reply>()
}

async function got(who: string, url: string, language: 'zh_CN' | 'en_US' = 'zh_CN') {
  const { statusCode, rawPayload, body } = await product.app.inject({ method: 'GET', url,
    headers: { authorization: await product.as(who).bearer(), 'accept-language': language } })
  return { status: statusCode, bytes: rawPayload, body }
}

const upload = async (body: readonly string[], change: Readonly<Record<string, string>> = {}) =>
  sent('admin', `${path}/upload`, await docx({ body }), { name: '报销单', businessType: type, language: 'cn', ...change })
/** Print templates of the form in the list. */
const listed = async () =>
  (await product.as('admin').post<{ records: readonly TemplateRow[] }>(`${path}/page`, { size: 100, businessType: [type] })).data.records
const texts = async (who: string, id: string, language?: 'zh_CN' | 'en_US') => {
  const { status, bytes, body } = await got(who, `/oaserver/${type}/downloadWord?procInstId=${id}`, language)
  return status === 200 ? (await paragraphsOf(bytes)).filter(Boolean) : `${status} ${body}`
}

describe('the templates of a product', () => {
  it('are kept once every tag is one of the form, and not before', async () => {
    const refused = await upload(['{titel}', '{#items}{amout}{/items}'])
    expect([refused.code, refused.msg]).toEqual([42009, 'Nothing was saved. Places to correct in the template: 2'])
    expect(refused.data.fields).toEqual([
      { name: 'file', level: 'block', message: 'Paragraph 1 of the body: there is no tag titel. Did you mean title?' },
      { name: 'file', level: 'block', message: 'Paragraph 2 of the body: there is no tag amout. Did you mean amount?' },
    ])
    expect(
      (await sent('admin', `${path}/upload`, Buffer.from('no zip'), { name: 'a', businessType: type, language: 'cn' })).data.fields?.[0]
        ?.message,
    ).toBe(
      'This isn’t a Word file (.docx)',
    )
    expect((await upload(['{title}'], { businessType: 'nothing' })).code).toBe(404)
    expect(await listed()).toEqual([])
  })

  it('print documents as their readers see them, in the language of the template', async () => {
    const { data } = await upload(['{doc.form} {doc.number} {doc.applicant}', '{#items}{row.no} {expenseCategory} {amount}{/items}',
      '{sum.items.amount} {doc.capitals}', '{#payeeLines}{proceedsName} {proceedsAccount}{/payeeLines}',
      '{#doc.approvals}{node}:{result} {/doc.approvals}', '{#doc.isInApproval}未完成{/}'])
    const id = await on.file('quality', claim([row('199.99'), row('0.01')]))
    const { businessNo } = await on.detailOf(product.as('quality'), id)
    const [first, rows, sum, payee, approvals, state] = await texts('quality', id)
    expect(first).toBe(`费用报销 ${businessNo} 曹颖`)
    expect(rows).toMatch(/^1 \S+ ￥199\.992 \S+ ￥0\.01$/)
    expect(sum).toBe(`￥200.00 ${capitals('200.00')}`)
    expect(await on.budget(id)).toMatchObject({ occupied: '200.00' })
    expect(payee).toMatch(/^曹颖 •{4} \d{4}$/)
    expect(payee).not.toContain(card)
    expect(approvals).toMatch(/发起.*部门负责人.*处理中/)
    expect(state).toBe('未完成')
    // English readers get the only existing template, in its language
    expect(await texts('quality', id, 'en_US')).toEqual(await texts('quality', id))
    expect(await texts('librarian', id)).toMatch(/^403/)
    expect(await product.as('quality').get(`/oaserver/${type}/${id}/wordTemplate`)).toMatchObject({
      data: { word: true, template: { name: '报销单', version: 1 } },
    })
    expect((await got('quality', `/oaserver/${type}/downloadWordPDF?procInstId=${id}`)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await upload(['{title}'])).data.fields?.[0]?.message).toBe(
      'A template for this use, company and language is enabled. Disable it first',
    )
    expect((await upload(['Claim {doc.form}'], { language: 'en', name: 'English' })).code).toBe(200)
    expect(await texts('quality', id, 'en_US')).toEqual(['Claim Expense claim'])
    expect((await upload(['苏州 {doc.company}'], { company: 'SZ', name: 'SZ' })).code).toBe(200)
    expect((await texts('quality', id))[0]).toMatch(/^苏州 ./)
    expect(data.id).toBeTruthy()
  })

  it('keep their versions, of which an earlier one comes back as the latest', async () => {
    const [template] = (await listed()).filter(({ name }) => name === 'English')
    const admin = product.as('admin')
    const renewed = await sent('admin', `${path}/${template?.id}/upload`, await docx({ body: ['Second {doc.number}'] }))
    expect(renewed.data.fileVersion).toBe(2)
    expect((await sent('admin', `${path}/${template?.id}/upload`, await docx({ body: ['{nothing}'] }))).code).toBe(42009)
    expect((await admin.put(`${path}/${template?.id}/restore`, { version: 1 })).data).toMatchObject({ fileVersion: 3 })
    expect((await admin.put(`${path}/${template?.id}/restore`, { version: 3 })).code).toBe(42009)
    expect((await admin.put(`${path}/${template?.id}/restore`, { version: 9 })).code).toBe(404)
    const { data: history } = await admin.get<readonly { number: number; restoredFrom: number | null }[]>(
      `${path}/${template?.id}/versions`,
    )
    expect(history.map(({ number, restoredFrom }) => [number, restoredFrom])).toEqual([[3, 1], [2, null], [1, null]])
    expect(await paragraphsOf((await got('admin', `${path}/${template?.id}/file?version=2`)).bytes)).toEqual(['Second {doc.number}'])
    await expect(product.database.db.deleteFrom('sys_template_version').execute()).rejects.toThrow(/append-only|permission denied/)
  })

  it('are switched off, and the other language or none answers', async () => {
    const id = await on.file('quality', claim([row('1.00')]))
    for (const { id: template, version } of await listed())
      expect((await product.as('admin').put(`${path}/enable/${template}`, { enabled: false, version })).code).toBe(200)
    expect(await texts('quality', id)).toMatch(/^404/)
    expect(await product.as('quality').get(`/oaserver/${type}/${id}/wordTemplate`)).toMatchObject({
      data: { word: false, pdf: false, template: null },
    })
  })

  it('are made, changed and seen by holders of the rights only', async () => {
    const [template] = await listed()
    const file = await docx({ body: ['{title}'] })
    expect((await sent('quality', `${path}/upload`, file, { name: 'a', businessType: type, language: 'cn' })).code).toBe(403)
    expect((await sent('quality', `${path}/${template?.id}/upload`, file)).code).toBe(403)
    for (const url of [`${path}/starter?businessType=${type}&language=cn`, `${path}/${template?.id}/file`, `${path}/tags/${type}`])
      expect((await got('quality', url)).status).toBe(403)
    expect((await got('admin', `${path}/starter?businessType=${type}&language=en`)).status).toBe(200)
  })
})
