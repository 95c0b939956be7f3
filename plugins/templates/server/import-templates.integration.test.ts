import excel, { type Workbook, type Worksheet } from 'exceljs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { sendFile } from '#server/imports/testing.ts'
import { openArchive } from '#server/workbooks/archive.ts'
import { workbookOf, zipOf } from '#server/workbooks/testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const path = '/system/template'
const records = '/oaserver/invoiceTitle'

interface Reply {
  readonly code: number
  readonly msg: string
  readonly data: { readonly id: string; readonly fileVersion?: number; readonly fields?: readonly { readonly message: string }[] }
}

async function sent(url: string, bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}, who = 'admin'): Promise<Reply> {
  const edge = 'edge-of-the-part'
  const part = (head: string, content: string | Uint8Array) =>
    Buffer.concat([Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
  const payload = Buffer.concat([...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value)),
    part(`name="file"; filename="template.xlsx"\r\ncontent-type: application/octet-stream`, bytes), Buffer.from(`--${edge}--\r\n`)])
  const headers = { authorization: await product.as(who).bearer(), 'content-type': `multipart/form-data; boundary=${edge}` }
  return (await product.app.inject({ method: 'POST', url, headers, payload })).json<Reply>()
}
const upload = (bytes: Uint8Array, change: Readonly<Record<string, string>> = {}, who?: string) =>
  sent(`${path}/upload`, bytes, { kind: 'import', name: '开票信息', target: 'invoiceTitle', language: 'cn', ...change }, who)
const letterhead = (title: string, heads: readonly string[], more: (book: Workbook, sheet: Worksheet) => void = () => undefined) =>
  workbookOf((sheet, book) => {
    sheet.getCell(1, 1).value = title
    sheet.getRow(3).values = [...heads]
    more(book, sheet)
  })
async function got(url: string, who: string, language = 'zh_CN'): Promise<Workbook> {
  const { statusCode, rawPayload } = await product.app.inject({ method: 'GET', url,
    headers: { authorization: await product.as(who).bearer(), 'accept-language': language } })
  expect(statusCode).toBe(200)
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(Uint8Array.from(rawPayload).buffer)
  return workbook
}
/** A workbook with a chart and an unknown part. */
async function withChart(bytes: Uint8Array): Promise<Buffer> {
  const archive = await openArchive(bytes)
  const entries = await Promise.all(archive.names.map(async (name) => ({ name, content: (await archive.bytes(name)) ?? Buffer.alloc(0) })))
  const relation =
    '<Relationship Id="rId90" Target="../drawings/drawing9.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing"/>'
  const drawing = `<d:wsDr xmlns:d="d" xmlns:c="c"><d:twoCellAnchor><d:graphicFrame><d:nvGraphicFramePr><d:cNvPr id="2" name="差旅图表"/>
    </d:nvGraphicFramePr><c:chart/></d:graphicFrame></d:twoCellAnchor></d:wsDr>`
  const rels = 'xl/worksheets/_rels/sheet1.xml.rels'
  const changed = entries.map(({ name, content }) =>
    name === rels ? { name, content: content.toString().replace('</Relationships>', `${relation}</Relationships>`) } : { name, content }
  )
  return zipOf([...changed, { name: 'xl/drawings/drawing9.xml', content: drawing }, { name: 'xl/model2/item.bin', content: 'x' }]
    .map((entry) => ({ ...entry,
      name: entry.name.replace('[content_types]', '[Content_Types]').replace('sharedstrings', 'sharedStrings').replace('vmldrawing',
        'vmlDrawing') })
    ))
}
const textAt = (workbook: Workbook, row: number, column: number) => workbook.worksheets[0]?.getCell(row, column).text

describe('the workbook of an import', () => {
  it('is kept once its heads are those of the import, and each that is wrong is told', async () => {
    const refused = await upload(await letterhead('宏岳集团', ['税号*', '公司', '公司', '别的']))
    expect([refused.msg, refused.data.fields?.map(({ message }) => message)]).toEqual(['模板有 3 处需要修改，没有保存', [
      '第 3 行 C 列的表头“公司”重复',
      '第 3 行 D 列的表头“别的”不是可导入的列',
      '第 3 行缺少表头“发票抬头”',
    ]])
    expect((await upload(await workbookOf((sheet) => sheet.addRow(['没有表头'])))).data.fields?.map(({ message }) => message)).toEqual([
      '前 60 行中没有找到表头',
    ])
    expect((await upload(Buffer.from('no workbook'))).code).toBe(42009)
    expect((await upload(await letterhead('x', ['税号*', '公司*', '发票抬头*']), { target: 'nothing' })).code).toBe(404)
    expect((await upload(await letterhead('x', ['税号*', '公司*', '发票抬头*']), {}, 'quality')).code).toBe(403)
  })

  it('is handed out with the drop-downs, and read as it stands: letterhead, order, fewer columns', async () => {
    const help = (book: Workbook) => void book.addWorksheet('填写说明').addRow(['先问财务'])
    expect((await upload(await letterhead('宏岳集团 开票信息表', ['税号*', '公司*', '发票抬头*', '地址'], help))).code).toBe(200)
    const workbook = await got(`${records}/template`, 'admin')
    expect([textAt(workbook, 1, 1), textAt(workbook, 3, 2)]).toEqual(['宏岳集团 开票信息表', '公司*'])
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(expect.arrayContaining(['填写说明', 'lists']))
    expect(workbook.worksheets[0]?.getCell(4, 2).dataValidation).toMatchObject({ type: 'list',
      formulae: [expect.stringContaining("'lists'!") as unknown] })

    const taxNo = '91320594MA1X8Q7T2K'
    const { rows: [before] } = await sql<
      { phone: string | null; title: string }
    >`select phone, title from invoice_title where tax_no = ${taxNo}`.execute(product.database.db)
    workbook.worksheets[0]?.addRow([taxNo, '苏州宏岳电子有限公司', before?.title, '新地址 1 号'])
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer())
    const answer = await sendFile(product.app, { path: records, who: (await product.as('admin').bearer()).replace('Bearer ', ''), bytes })
    expect(answer.data).toMatchObject({ success: 1, failures: [] })
    const { rows: [after] } = await sql`select address, phone, title from invoice_title where tax_no = ${taxNo}`.execute(
      product.database.db,
    )
    expect(after).toEqual({ ...before, address: '新地址 1 号' })
  })

  it('names what it would lose, by sheet, and is kept once that is confirmed', async () => {
    const rich = await withChart(await letterhead('图表', ['税号*', '公司*', '发票抬头*'], (book, sheet) => {
      sheet.getCell('A3').note = '批注会保留'
      sheet.getCell('A9').note = '空单元格的批注不会'
      sheet.addConditionalFormatting({ ref: 'A4:A9', rules: [{ type: 'expression', priority: 1, formulae: ['A4>1'], style: {} }] })
      book.addWorksheet('说明').getCell('A1').value = { text: '链接', hyperlink: 'https://example.com' }
    }))
    const [{ id }] =
      (await product.as('admin').post<{ records: readonly [{ id: string }] }>(`${path}/page`, { kind: ['import'] })).data.records
    const refused = await sent(`${path}/${id}/upload`, rich)
    expect([refused.code, refused.msg]).toEqual([42009, '该文件有 3 项内容不会保留在下发的模板中，没有保存'])
    expect(refused.data.fields).toEqual([
      { name: 'file', level: 'confirm', code: 'imports.lost.sheet.named', message: '工作表“Data”：批注“A9”不能保留' },
      { name: 'file', level: 'confirm', code: 'imports.lost.sheet.named', message: '工作表“Data”：图表“差旅图表”不能保留' },
      { name: 'file', level: 'confirm', code: 'imports.lost.named', message: '其他内容“xl/model2/item.bin”不能保留' },
    ])
    expect((await sent(`${path}/${id}/upload`, rich, { confirmed: 'true' })).code).toBe(200)
  })

  it('of the reader’s company and language goes before that of all', async () => {
    expect((await upload(await letterhead('苏州专用', ['税号*', '公司*', '发票抬头*']), { company: 'SZ', name: '苏州' })).code).toBe(200)
    expect((await upload(await letterhead('again', ['税号*', '公司*', '发票抬头*']), { company: 'SZ' })).data.fields?.[0]?.message).toBe(
      '该用途、公司和语言已有启用的模板，请先停用它',
    )
    expect(textAt(await got(`${records}/template`, 'finance'), 1, 1)).toBe('苏州专用')
    expect(
      (await upload(await letterhead('In English', ['Tax number*', 'Company*', 'Invoice title*']), { language: 'en', name: 'English' }))
        .code,
    ).toBe(200)
    expect(textAt(await got(`${records}/template`, 'finance', 'en_US'), 1, 1)).toBe('In English')
  })

  it('has versions, of which an earlier one comes back', async () => {
    const { data: { records: listed } } = await product.as('admin').post<
      { records: readonly { id: string; name: string; kind: string; targetName: string }[] }
    >(`${path}/page`, {
      kind: ['import'],
    })
    const own = listed.find(({ name }) => name === '苏州')
    expect(own).toMatchObject({ kind: 'import', targetName: '开票信息/Billing detail' })
    expect((await sent(`${path}/${own?.id}/upload`, await letterhead('苏州第二版', ['发票抬头*', '税号*', '公司*']))).data.fileVersion)
      .toBe(2)
    expect((await sent(`${path}/${own?.id}/upload`, await letterhead('坏的', ['发票抬头*', '税号*']))).code).toBe(42009)
    expect(textAt(await got(`${records}/template`, 'finance'), 1, 1)).toBe('苏州第二版')
    await product.as('admin').put(`${path}/${own?.id}/restore`, { version: 1 })
    expect(textAt(await got(`${records}/template`, 'finance'), 1, 1)).toBe('苏州专用')
    expect(textAt(await got(`${path}/${own?.id}/file?version=2`, 'admin'), 1, 1)).toBe('苏州第二版')
  })

  it('may be that of a table of a form', async () => {
    const { data: targets } = await product.as('admin').get<readonly { target: string; cn: string }[]>(`${path}/importTargets`)
    expect(targets).toContainEqual(expect.objectContaining({ target: 'expenseReimbursement.items', cn: '费用报销 · 报销明细' }))
    const starter = await got(`${path}/importStarter?target=expenseReimbursement.items&language=cn`, 'admin')
    const heads = [...((starter.worksheets[0]?.getRow(1).values ?? []) as unknown[])].slice(1).map(String)
    expect(
      (await upload(await letterhead('报销明细表', heads.toReversed()), { target: 'expenseReimbursement.items', name: '报销明细' })).code,
    ).toBe(200)
    const workbook = await got('/oaserver/expenseReimbursement/rows/items/template', 'quality')
    const place = (head: string) => heads.toReversed().findIndex((each) => each.replace('*', '') === head) + 1
    const [sheet] = workbook.worksheets
    expect(sheet?.getCell(1, 1).text).toBe('报销明细表')
    const line = sheet?.getRow(4)
    for (const [head, value] of [['费用日期', '2026-11-10'], ['费用类型', '办公费'], ['费用明细', '打印纸'], ['申请金额',
      '12.30']] as const)
      if (place(head) > 0 && line) line.getCell(place(head)).value = value
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer())
    const answer = await sendFile(product.app, { path: '/oaserver/expenseReimbursement/rows/items',
      who: (await product.as('quality').bearer()).replace('Bearer ', ''), bytes })
    expect(JSON.stringify(answer)).toContain('12.30')
  })
})
