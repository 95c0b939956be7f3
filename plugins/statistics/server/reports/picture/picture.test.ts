import { describe, expect, it } from 'vitest'
import { expense } from '#plugins/expenses/statistics/pages.ts'
import type { StatisticsAnswer } from '../../../wire.ts'
import { composePicture, cutTo } from './compose.ts'
import { drawPicture, pictureOf } from './picture-of.ts'

const named = (value: string, name: string) => ({ value, name })
const answer: StatisticsAnswer = {
  dataDate: '2026-11-19',
  isIncomplete: false,
  rows: [],
  total: 0,
  totals: {},
  headline: [{ measure: 'total', value: '1234.50', previous: '1000.00', lastYear: null }],
  compared: { previous: { from: '2026-08-01', to: '2026-09-19' }, lastYear: { from: '2025-10-01', to: '2025-11-19' } },
  charts: [
    { points: [named('2026-10', '2026-10'), named('2026-11', '2026-11')],
      series: [{ of: named('c1', '差旅 & 住宿/Travel & hotel'), values: ['300.00', '934.50'] }] },
    { points: [named('sz', '质量部/Quality')], series: [{ of: named('', '合计/Total'), values: ['1234.50'] }] },
    { points: [], series: [] },
    { points: [], series: [] },
  ],
}
const picture = (language: 'cn' | 'en', view = '月报') =>
  pictureOf({ page: expense, answer, period: { from: '2026-10-01', to: '2026-11-30' }, language, view })

describe('the picture of a report', () => {
  it('says in the reader’s language what the page comes to, and draws its charts but heat tables and calendars', () => {
    const { subtitle, headline, charts } = picture('en')
    expect([subtitle, headline]).toEqual(['2026-10-01 to 2026-11-30, data up to 2026-11-19', [{ name: 'Total', figure: '￥1,235',
      growths: ['vs. prior +23.5%', 'YoY —'] }]])
    expect(charts.map(({ form, points }) => [form, points])).toEqual([['stack', ['Oct', 'Nov']], ['bars', ['Quality']], ['bars', []]])
    expect(picture('cn').charts[1]?.points).toEqual(['质量部'])
  })

  it('is called like its view and its page, once where the view is called like the page', () => {
    expect([picture('en').title, picture('en', expense.cn).title, picture('cn', expense.en).title]).toEqual(['月报 · Expense statistics',
      expense.en, expense.cn])
  })

  it('is a drawing whose texts are no markup', () => {
    const svg = composePicture({ ...picture('cn'), title: '<script>' })
    expect(svg).toContain('&lt;script&gt;')
    expect(svg).toContain('质量部')
    // placeholder of an empty chart
    expect(svg).toContain('暂无数据')
  })

  it('becomes dots with the fonts of the product', async () => {
    const png = await drawPicture(picture('cn'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(1600)
  })
})

it.each([['质量管理部门', 8, '质量管…'], ['Quality', 7, 'Quality'], ['Quality', 5, 'Qual…']] as const)('%s in %i letters is %s',
  (text, widest, cut) => expect(cutTo(text, widest)).toBe(cut))
