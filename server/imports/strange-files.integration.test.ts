import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handMade, workbookOf, zipOf } from '#server/workbooks/testing.ts'
import { sendFile } from './testing.ts'
import { fileOf, type GadgetWorld, gadgetWorld, header, path, failuresOf } from './testing-gadgets.ts'

let world: GadgetWorld
beforeAll(async () => {
  world = await gadgetWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

describe('a file that is none', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const html = Buffer.from('<html><table></table></html>')
  it.each<readonly [string, Uint8Array | (() => Promise<Uint8Array>), string, string, string]>([
    ['a web page named .xls', html, 'a.xls', '网页', 'web page'],
    ['text', Buffer.from('a,b\n'), 'a.xls', '纯文本', 'plain text'],
    ['another kind of file', Buffer.from('89504e470d0a1a0a00', 'hex'), 'a.xlsx', 'xls或xlsx且不超过500 KB',
      'xls or xlsx and at most 500 KB'],
    ['a name of another kind', () => fileOf([['G-1', '甲']]), 'a.csv', 'xls或xlsx且不超过500 KB', 'xls or xlsx and at most 500 KB'],
    ['more than 500 kB', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(512_000)]), 'a.xlsx', 'xls或xlsx且不超过500 KB',
      'xls or xlsx and at most 500 KB'],
    ['damaged', zipOf([{ name: '_rels/.rels', content: '<Relationships><Relationship' }]), 'a.xlsx', '已损坏', 'damaged'],
    ['a bomb', handMade('', { more: [{ name: 'a', content: Buffer.alloc(22 * 1024 * 1024) }] }), 'a.xlsx', '解压后过大',
      'too large once unpacked'],
    ['protected', handMade('', { more: [{ name: 'a', content: 'a', encrypted: true }] }), 'a.xlsx', '密码', 'password'],
    ['without rows', () => fileOf([]), 'a.xlsx', '没有可导入的行', 'no rows to import'],
    ['of 5,001 rows', () => fileOf(Array.from({ length: 5_001 }, (_, index) => [`G-${index}`, '甲'])), 'a.xlsx', '5000 行', '5000 rows'],
    ['with another header', () => workbookOf((sheet) => sheet.addRows([['编码', '名称'], ['G-1', '甲']])), 'a.xlsx',
      'B 列应为“中文名称”，文件中为“名称”', 'column B should be “Chinese name”, but is “名称”'],
    ['with a column too many', () => workbookOf((sheet) => sheet.addRows([[...header.cn, '备注'], ['G-1', '甲']])), 'a.xlsx',
      '没有 L 列“备注”', 'has no column L “备注”'],
    ['with a title above a header that lacks a column',
      handMade(`<row r="1">${cell('装置')}</row><row r="2">${header.cn.slice(1).map(cell).join('')}</row>`), 'a.xlsx',
      '第 2 行缺少表头“编码”', 'Row 2 has no heading “Code”'],
  ])('%s', async (...[, content, name, cn, en]) => {
    const bytes = typeof content === 'function' ? await content() : content
    const chinese = await sendFile(world.web.app, { path, who: 'admin', bytes, name })
    expect([chinese.code, chinese.msg]).toEqual([42009, expect.stringContaining(cn)])
    expect((await sendFile(world.web.app, { path, who: 'admin', bytes, name, language: 'en_US' })).msg).toContain(en)
    expect(await world.stored()).toEqual([])
  })

  it('may be merged: each such cell is told', async () => {
    const bytes = await workbookOf((sheet) => {
      sheet.addRows([[...header.cn], ['G-1', '甲'], ['G-2', '乙']])
      sheet.mergeCells('B2:B3')
    })
    expect(failuresOf(await sendFile(world.web.app, { path, who: 'admin', bytes }))).toEqual([
      '2 中文名称: 单元格已合并，请取消合并后逐行填写',
      '3 中文名称: 单元格已合并，请取消合并后逐行填写',
    ])
    expect(await world.stored()).toEqual([])
  })

  it('names the cell that holds a NUL', async () => {
    const row = (number: number, texts: readonly string[]) => `<row r="${number}">${texts.map(cell).join('')}</row>`
    const bytes = handMade(row(1, header.cn) + row(2, ['G-1', '甲_x0000_乙']))
    expect(failuresOf(await sendFile(world.web.app, { path, who: 'admin', bytes }))).toEqual([
      '2 中文名称: 含有不可见的空字符（NUL），请清空单元格后重新输入',
    ])
    expect(await world.stored()).toEqual([])
  })

  it('may hide a sheet before the data, rows and columns; what is hidden there is read', async () => {
    const bytes = await workbookOf((sheet, workbook) => {
      sheet.state = 'hidden'
      const shown = workbook.addWorksheet('Shown')
      shown.addRows([[...header.cn], ['G-1', '甲'], ['G-2', '乙']])
      shown.getRow(2).hidden = true
      shown.getColumn(3).hidden = true
    })
    expect((await sendFile(world.web.app, { path, who: 'admin', bytes })).data).toMatchObject({ total: 2, success: 2 })
  })

  it('says where something stands without a header', async () => {
    expect(failuresOf(await world.send([['G-1', '甲', null, null, null, null, null, null, null, null, null, null, 'stray']]))).toEqual([
      '2 : M 列没有表头，请删除该列的内容',
    ])
  })
})
