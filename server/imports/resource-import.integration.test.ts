import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { multiselect } from '#kernel/fields.ts'
import { testCaller } from '#server/http/testing.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { gadgets, testHost } from '#server/resources/testing.ts'
import { serverMessages } from '#server/server-messages.ts'
import { workbookOf } from '#server/workbooks/testing.ts'
import { getFile, sendFile, textsOf } from './testing.ts'
import { templateOf } from './template/template.ts'
import { fileOf, type GadgetWorld, gadgetWorld, header, path, failuresOf } from './testing-gadgets.ts'

let world: GadgetWorld
beforeAll(async () => {
  world = await gadgetWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

describe('rows of a workbook', () => {
  it('are written, changed and left as they are; blanks and empty rows do not matter', async () => {
    const rows = [
      ['Ｇ－１', ' 测量仪 ', 'Meter', 1234.5, '１２', new Date('2026-11-20T00:00:00Z'), 'd1', '', '', '好', '是'],
      [],
      ['G-2', '秤', null, '￥1,234.50', 3, '20 Nov 2026', '', '', 'd1；d2', 'Broken', 'No'],
      ['G-3', '尺', null, null, null, 20261120, '部门d2'],
    ]
    const answer = await world.send(rows)
    expect(answer).toMatchObject({ code: 200, msg: '', data: { total: 3, success: 3, unchanged: 0, failed: 0, failureFileId: null } })
    const { rows: saved } =
      await sql`select code, name_cn, price, count, bought, owner, group_ids, status, enable from gadget order by code`.execute(world.db)
    expect(saved).toEqual([
      { code: 'G-1', name_cn: '测量仪', price: '1234.50', count: 12, bought: '2026-11-20', owner: 'd1', group_ids: [], status: '1',
        enable: true },
      { code: 'G-2', name_cn: '秤', price: '1234.50', count: 3, bought: '2026-11-20', owner: null, group_ids: ['d1', 'd2'], status: '2',
        enable: false },
      { code: 'G-3', name_cn: '尺', price: null, count: null, bought: '2026-11-20', owner: 'd2', group_ids: [], status: null,
        enable: false },
    ])
    expect((await world.send(rows)).data).toMatchObject({ success: 0, unchanged: 3, failed: 0 })
    expect((await world.send([['G-1', '测量仪', 'Meter', 99]])).data).toMatchObject({ success: 1, unchanged: 0 })
    expect((await world.stored())[0]).toMatchObject({ price: '99.00', version: 1 })
  })

  it('keep every digit of an amount, and the leading zeros of a code', async () => {
    await world.send([['00123', '甲', null, '999999.99'], ['G-9', '乙', null, 0.1 + 0.2], ['8', '丙', null, 1.1]])
    expect((await world.stored()).map(({ code, price }) => [code, price])).toEqual([['00123', '999999.99'], ['8', '1.10'], ['G-9', '0.30']])
  })

  it('that are wrong are told with row, column and reason, and the others are written', async () => {
    const rows = [
      ['G-1', '对'],
      ['', '缺编码'],
      ['g 2', '坏编码'],
      ['G-3', '价格', null, 'abc'],
      ['G-4', '价格', null, 1.234],
      ['G-5', '数量', null, null, 1.5],
      ['G-6', '日期', null, null, null, '2026-02-30'],
      ['G-7', '部门', null, null, null, null, 'nowhere'],
      ['G-8', '状态', null, null, null, null, '', '', '', '不好'],
      ['G-9', '启用', null, null, null, null, '', '', '', '', '也许'],
      ['G-1', '重复'],
      ['G-10', '公式', null, { formula: '1+1', result: 2 }],
      ['G-11', '错误', null, { error: '#N/A' }],
      ['G-12', 'x'.repeat(31)],
      ['G-13', '负', null, -1],
      ['G-14', '大', null, 1_000_000],
    ]
    const answer = await world.send(rows)
    expect(answer).toMatchObject({ code: 200, msg: '共 16 行，已导入 1 行，其余导入失败，失败详情请查看导入文件',
      data: { total: 16, success: 1, failed: 15, headings: ['编码', '中文名称'] } })
    expect(failuresOf(answer)).toEqual([
      '3 编码: 请输入编码',
      '4 编码: 编码的格式应为：大写字母、数字或连字符',
      '5 价格: 不是数字',
      '6 价格: 价格最多2位小数',
      '7 数量: 须为整数',
      '8 购买日: 不是日期，请填写如 2026-11-20',
      '9 部门编码: 没有“nowhere”，或不在您的数据范围内，请填写编码或完整名称',
      '10 状态: 没有“不好”，可填：好、坏',
      '11 启用: 请填写是或否',
      '12 : 与原文件第 2 行重复',
      '13 价格: 不能是公式，请粘贴为数值',
      '14 价格: 单元格的值为 #N/A',
      '15 中文名称: 中文名称不能超过30个字符',
      '16 价格: 价格不能小于0',
      '17 : 填写有误',
    ])
    expect(answer.data.failures[0]?.cells).toEqual(['', '缺编码'])
    expect((await world.stored()).map(({ code }) => code)).toEqual(['G-1'])
  })

  it('are told about in English, from an English template', async () => {
    const answer = await world.send([['', 'a'], ['G-1', 'b', '', '', '', '05.11.2026']], { language: 'en_US' })
    expect(answer.msg).toBe('Import failed, please refer to the import file for failure details')
    expect(failuresOf(answer)).toEqual([expect.stringMatching(/^2 Code: .*code/i), '3 Bought: Not a date. Enter it like 2026-11-20'])
  })

  it('that were not written come back as a file, which can be corrected and imported', async () => {
    const { data } = await world.send([['G-1', '好'], ['G-2', '坏', null, 'x', 7, new Date('2026-11-20T00:00:00Z')]], {
      name: '装置.一月.xlsx',
    })
    const failure = await getFile(world.web.app, `/public/importFailure/${data.failureFileId}`, 'admin')
    expect(failure).toMatchObject({ status: 200, name: '装置.一月_失败明细_202611201200.xlsx' })
    const [head = [], row = []] = await textsOf(failure.bytes)
    expect([head.at(-1), row.slice(0, 6), row.at(-1)]).toEqual(['失败原因', ['G-2', '坏', '', 'x', '7', '2026-11-20'], '价格：不是数字'])
    row[3] = '5'
    const again = await sendFile(world.web.app, { path, who: 'admin', bytes: await workbookOf((sheet) => sheet.addRows([head, row])) })
    expect(again.data).toMatchObject({ total: 1, success: 1, failed: 0 })
    expect((await world.stored()).map(({ code, price }) => [code, price])).toEqual([['G-1', null], ['G-2', '5.00']])
  })

  it('with a wrong cell are judged by all other rules in the same round, and change nothing', async () => {
    await world.send([['G-1', '别人的', null, 1, null, null, '', '', 'd2'], ['G-2', '有', null, 1, null, null, '', '', 'd1']])
    const rows = [['G-1', '改', null, 'x'], ['G-2', '改', null, 777_777, 'y', null, '', '', 'd1'], ['G-3', '新', null, 777_777, 'y', null,
      '', '', 'd1'], ['G-3', '又', null, null, 'y']]
    const answer = await world.send(rows, { who: 'keeper' })
    expect(failuresOf(answer)).toEqual(['2 价格: 不是数字', '2 : 不在您的数据范围内', '3 数量: 不是数字', '3 价格: 填写有误',
      '4 数量: 不是数字', '4 价格: 填写有误', '5 数量: 不是数字', '5 : 与原文件第 4 行重复'])
    expect((await world.stored()).map(({ code, name_cn, version }) => [code, name_cn, version])).toEqual([['G-1', '别人的', 0], ['G-2',
      '有', 0]])
  })

  it('outside my departments are errors of their own, and stay as they were', async () => {
    await world.send([['G-1', '别人的', null, 1, null, null, '', '', 'd2'], ['G-2', '我的', null, 1, null, null, '', '', 'd1']])
    const answer = await world.send([['G-1', '改', null, 2, null, null, '', '', 'd1'], ['G-2', '改', null, 2, null, null, '', '', 'd1'], [
      'G-3',
      '新',
      null,
      2,
      null,
      null,
      '',
      '',
      'd2',
    ], ['G-4', '新', null, 2, null, null, '', '', 'd1']], { who: 'keeper' })
    expect(failuresOf(answer)).toEqual(['2 : 不在您的数据范围内', '4 : 不在您的数据范围内'])
    expect((await world.stored()).map(({ code, name_cn }) => [code, name_cn])).toEqual([['G-1', '别人的'], ['G-2', '改'], ['G-4', '新']])
  })

  it('are saved or refused once when two people import the same', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => [`G-${index}`, '同', null, index])
    const answers = await Promise.all([world.send(rows), sendFile(world.second.app, { path, who: 'admin', bytes: await fileOf(rows) })])
    expect((await world.stored()).length).toBe(60)
    for (const { data } of answers) expect(data.success + data.unchanged + data.failed).toBe(60)
  })
})

describe('the template', () => {
  it('has a header, lists, codes, notes, and an example that is skipped while it is one', async () => {
    for (const [language, head] of [['zh_CN', header.cn], ['en_US', header.en]] as const) {
      const template = await getFile(world.web.app, `${path}/template`, 'admin', language)
      expect(template).toMatchObject({ status: 200, name: language === 'zh_CN' ? '装置.xlsx' : 'Gadget.xlsx' })
      const rows = await textsOf(template.bytes)
      expect(rows[0]).toEqual(head)
      expect(rows[1]?.slice(0, 4)).toEqual(['G-0', language === 'zh_CN' ? '示例' : 'Example', '', '1000.00'])
      const empty = await sendFile(world.web.app, { path, who: 'admin', bytes: template.bytes, language })
      expect(empty.msg).toContain(language === 'zh_CN' ? '没有可导入的行' : 'no row')
      const changed = await workbookOf((sheet) => sheet.addRows([rows[0]!, ['G-1', '甲', ...(rows[1] ?? []).slice(2)], ['G-2', '乙']]))
      const answer = await sendFile(world.web.app, { path, who: 'admin', bytes: changed, language })
      expect(answer.data).toMatchObject({ success: 1, failed: 1 })
      expect(answer.data.failures[0]?.reason).toContain(rows[1]?.at(-1))
      await sql`delete from gadget`.execute(world.db)
    }
  })
})

describe('the example of a template', () => {
  const words = { cn: '茶类', en: 'Kinds' }
  const column = { key: 'kinds', ...words, field: multiselect({ ...words, dict: 'teaKind' }), required: true } as const

  it.each([['cn', '绿茶; 红茶'], ['en', 'Green; Black']] as const)('says how several items of a dictionary are written (%s)',
    async (locale, said) => {
      const items = [['g', '绿茶', 'Green'], ['b', '红茶', 'Black'], ['w', '白茶', 'White']] as const
      await dictionaries(world.db).synchronise([{ key: 'teaKind', ...words, items: items.map(([value, cn, en]) => ({ value, cn, en })) }],
        new Date())
      const template = await templateOf({ cn: '茶', en: 'Tea', columns: [column] }, { host: testHost(world.db, [gadgets]).host, locale,
        find: serverMessages([]), caller: testCaller('admin', ['*']) })
      expect((await textsOf(template))[1]?.[0]).toBe(said)
    })
})

describe('who may', () => {
  it('import needs its permission, template and export too', async () => {
    expect((await world.send([['G-1', '甲']], { who: 'reader' })).status).toBe(403)
    for (const call of ['template', 'export']) expect((await getFile(world.web.app, `${path}/${call}`, 'reader')).status).toBe(403)
    expect(await world.stored()).toEqual([])
  })

  it('runs and failure files are those of who imported', async () => {
    const { data } = await world.send([['', '坏']], { id: 'run-of-admin' })
    expect((await getFile(world.web.app, `/public/importFailure/${data.failureFileId}`, 'keeper')).status).toBe(404)
    for (const method of ['GET', 'DELETE'] as const) {
      expect(
        (await world.web.app.inject({ method, url: '/public/importProgress/run-of-admin', headers: { authorization: 'Bearer keeper' } }))
          .statusCode,
      ).toBe(404)
    }
  })

  it('an import is in the audit log with what became of it', async () => {
    const { data } = await world.send([['G-1', '甲'], ['', '坏']], { id: 'audited-run' })
    expect(world.web.audited.at(-1)).toMatchObject({ resource: 'gadget', resource_id: 'audited-run', code: 200 })
    expect(JSON.parse(world.web.audited.at(-1)?.after ?? '')).toEqual({ file: 'data.xlsx', sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      total: 2, success: 1, added: 1, changed: 0, unchanged: 0, failed: 1, cancelled: false, failureFileId: data.failureFileId })
  })
})

describe('a repeated import', () => {
  it('of the same run answers what it answered; another file under its id is refused', async () => {
    const rows = [['G-1', '甲'], ['', '坏']]
    const bytes = await fileOf(rows)
    const sending = { path, who: 'admin', bytes, id: 'same-run-0001' }
    const first = await sendFile(world.web.app, sending)
    expect((await sendFile(world.second.app, sending)).data).toEqual(first.data)
    expect((await world.stored()).map(({ version }) => version)).toEqual([0])
    expect((await sendFile(world.web.app, { ...sending, bytes: await fileOf([['G-2', '乙']]) })).msg).toContain('请求标识已用于另一请求')
    expect((await sendFile(world.web.app, { ...sending, id: 'bad id' })).code).toBe(42009)
  })

  it('what went wrong as a whole may be tried again under the same id', async () => {
    const sending = { path, who: 'admin', bytes: await fileOf([]), id: 'failed-run-01' }
    expect((await sendFile(world.web.app, sending)).code).toBe(42009)
    const progress = await world.web.app.inject({ url: '/public/importProgress/failed-run-01',
      headers: { authorization: 'Bearer admin', 'accept-language': 'en_US' } })
    expect(progress.json()).toMatchObject({ data: { state: 'failed', reason: 'The file has no rows to import' } })
    expect((await sendFile(world.web.app, sending)).code).toBe(42009)
  })
})
