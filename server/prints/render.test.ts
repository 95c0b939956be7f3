import { describe, expect, it } from 'vitest'
import type { Printout } from './printout.ts'
import { renderJob, renderPdf } from './render.ts'
import { textOf } from './testing.ts'

const printout: Printout = {
  locale: 'cn',
  form: '付款申请',
  title: '王伟提交的付款申请',
  number: 'FK202611200001',
  company: '华锐制造有限公司',
  state: { text: '审批中', tone: 'running', watermark: '审批中' },
  facts: [{ label: '申请人', text: '王伟' }, { label: '申请部门', text: '采购部' }, { label: '发起时间', text: '2026-11-20 10:00' }],
  amount: { label: '付款金额', text: '￥12,345.67', capitals: { label: '人民币大写', text: '壹万贰仟叁佰肆拾伍元陆角柒分' } },
  sections: [
    { title: '基本信息',
      blocks: [{ kind: 'grid',
        cells: [{ label: '付款事由', text: '模具首付款', wide: false }, { label: '说明', text: '第一行\n第二行', wide: true }, {
          label: '币种',
          text: '人民币',
          wide: false,
        }] }] },
    { title: '付款明细',
      blocks: [{ kind: 'table', title: '',
        columns: [{ label: '费用明细', width: 100, right: false }, { label: '金额', width: 68, right: true }],
        rows: [{ cells: ['模具', '￥12,000.00'], more: [{ label: '发票号码', text: '12345678' }] }, { cells: ['运费', '￥345.67'],
          more: [] }], sums: ['', '￥12,345.67'] }] },
  ],
  approvals: { kind: 'table', title: '审批记录', columns: [{ label: '节点', width: 96, right: false }],
    rows: [{ cells: ['部门负责人'], more: [] }] },
  signatures: ['制单', '审核'],
  foot: '王伟 打印于 2026-11-20 10:00',
  total: '合计',
  pages: '第 {page} 页，共 {pages} 页',
  page: '第 {page} 页',
}

describe('a print', () => {
  it('is a PDF that carries the part of the font that it uses', async () => {
    const pdf = await renderPdf(printout)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeLessThan(400_000)
    expect(textOf(pdf)).toMatch(/付款金额￥12,345\.67人民币大写壹万贰仟叁佰肆拾伍元陆角柒分.*FK202611200001　王伟 打印于 2026-11-20 10:00/)
  })

  it('leaves the event loop free', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 5)
    await renderPdf(printout)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  it('keeps a heading with what it heads, wherever the page ends', async () => {
    const table = printout.sections[1]?.blocks[0]
    if (table?.kind !== 'table') throw new Error('the sample has a table')
    const { sums: _, ...plain } = table
    for (const count of [26, 27, 28, 29, 30]) {
      const rows = Array.from({ length: count }, () => ({ cells: ['模具', '￥1.00'], more: [] }))
      const text = textOf(await renderPdf({ ...printout, sections: [{ title: '明细', blocks: [{ ...plain, rows }] }] }))
      expect(text).not.toMatch(/审批记录FK202611200001/)
      expect(text).toMatch(/审批记录#节点.*制单.*审核/)
    }
  })

  it('signs below an approval, never on a page of its own', async () => {
    const nodes = (count: number) => Array.from({ length: count }, (_, index) => ({ cells: [`节点${index + 1}`], more: [] }))
    for (let count = 12; count <= 18; count += 1) {
      const text = textOf(await renderPdf({ ...printout, approvals: { ...printout.approvals, rows: nodes(count) } }))
      expect(text).toMatch(new RegExp(`节点${count}制单.*审核`))
    }
  })

  it('keeps the title of a table with it, and a section’s heading with that', async () => {
    const table = printout.sections[1]?.blocks[0]
    if (table?.kind !== 'table') throw new Error('the sample has a table')
    const { sums: _, ...plain } = table
    const rowsOf = (count: number) =>
      Array.from({ length: count }, () => ({ cells: ['模具', '￥1.00'], more: [{ label: '发票号码', text: '12345678' }] }))
    for (const count of [12, 13, 14, 15, 16, 17, 18]) {
      const text = textOf(
        await renderPdf({ ...printout,
          sections: [{ title: '明细', blocks: [{ ...plain, rows: rowsOf(count) }, { ...plain, title: '补贴', rows: rowsOf(1) }] }, {
            title: '其他',
            blocks: [{ ...plain, title: '杂费', rows: rowsOf(1) }],
          }] }),
      )
      expect(text).not.toMatch(/(补贴|其他|杂费)FK202611200001/)
    }
  })

  it('keeps both lines of a row on one page', async () => {
    const table = printout.sections[1]?.blocks[0]
    if (table?.kind !== 'table') throw new Error('the sample has a table')
    const rows = Array.from({ length: 80 },
      (_, index) => ({ cells: [`第${index}行`, '￥1.00'], more: [{ label: '保管人', text: '曹颖' }] }))
    const text = textOf(
      await renderPdf({ ...printout, sections: [{ title: '明细', blocks: [{ ...table, rows, sums: ['', '￥80.00'] }] }] }),
    )
    expect(text.match(/第\d+行￥1\.00 ?保管人 ?曹颖/g)).toHaveLength(80)
    expect(text).toContain('合计￥80.00')
  })

  it('takes rows taller than a page over pages, and leaves out nothing of rows of any height', async () => {
    const lines = [30, 48, 52, 53, 54, 56, 58, 70, 200].map((count) => ({ word: '三个字', count, between: '\n' }))
    const paragraphs = [{ word: '一个段落', count: 900, between: '，' }, { word: `procurement-${'x'.repeat(36)}`, count: 60, between: ' ' },
      {
        word: 'W'.repeat(60),
        count: 60,
        between: ' ',
      }]
    const texts = [...lines, ...paragraphs].map(({ word, count, between }, index) => ({ count, mark: String.fromCodePoint(0x3400 + index),
      text: Array.from({ length: count }, () => `${String.fromCodePoint(0x3400 + index)}${word}`).join(between) })
    )
    const cells = texts.flatMap((
      { text },
    ) => [{ label: '全行', text, wide: true }, { label: '左', text, wide: false }, { label: '右', text: '短', wide: false }])
    const rows = texts.flatMap((
      { text },
    ) => [{ cells: [text, '￥1.00'], more: [] }, { cells: ['短', '￥1.00'], more: [{ label: '备注', text }] }])
    const columns = [{ label: '说明', width: 130, right: false }, { label: '金额', width: 68, right: true }]
    const found = textOf(
      await renderPdf({ ...printout,
        sections: [{ title: '说明',
          blocks: [{ kind: 'grid', cells }, { kind: 'table', title: '', columns, rows, sums: ['', '￥24.00'] }] }],
        approvals: { ...printout.approvals, rows: texts.map(({ text }) => ({ cells: [text], more: [] })) } }),
    )
    expect(texts.map(({ mark }) => found.split(mark).length - 1)).toEqual(texts.map(({ count }) => count * 5))
    expect(found).toMatch(/合计￥24\.00/)
  })

  it('signs below an opinion that is taller than a page', async () => {
    const rows = ['起草', '三个字\n'.repeat(70)].map((text) => ({ cells: [text], more: [] }))
    const found = textOf(await renderPdf({ ...printout, approvals: { ...printout.approvals, rows } }))
    expect(found.match(/三个字/g)).toHaveLength(70)
    expect(found).toMatch(/制单.*审核/)
  })

  it('keeps labels on their places on the sheet, however long their texts are', async () => {
    const long = { number: '5000-2026-0001', name: '影像测量仪及其配套的光栅尺附件和说明书',
      company: 'Suzhou Hongyue Electronics Company Limited, Instruments Division',
      more: [{ label: '规格', text: 'VMS-3020'.repeat(9) }, { label: '保管人', text: '曹颖' }, { label: '存放地点',
        text: '一楼检测室东侧第三排货架' }] }
    const pdf = await renderJob({ kind: 'labels', sheet: { name: '标签', labels: Array.from({ length: 24 }, () => long) } })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  it('takes a long table over pages', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ cells: [`第${index}行的费用明细`, '￥1.00'], more: [] }))
    const [section] = printout.sections.slice(1)
    const table = section?.blocks[0]
    const pdf = await renderPdf({ ...printout, sections: [{ title: '明细', blocks: table?.kind === 'table' ? [{ ...table, rows }] : [] }] })
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    expect(pages).toBeGreaterThan(5)
    // the approvals may be alone on the last page
    expect(textOf(pdf).match(/#费用明细金额/g)?.length).toBeGreaterThanOrEqual(pages - 1)
  })
})
