import { cascader, date, defineFields, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canRisk } from '../permissions.ts'

const code = (cn: string, en: string) => text({ cn, en, max: 6, pattern: '^[0-9]{6}$', visible: 'false' })

/** An area at risk, for which trips are marked. */
export const riskArea = defineResource({
  name: 'risk',
  cn: '风险地区',
  en: 'Risk area',
  base: '/system',
  path: '/system/risk',
  table: 'risk_area',
  key: 'provinceAraeCode',
  fields: defineFields({
    level: select({ cn: '级别', en: 'Level', required: true,
      options: [{ value: 'HIGH', cn: '高风险', en: 'High risk' }, { value: 'MIDDLE', cn: '中风险', en: 'Medium risk' }] }),
    // alternative to `area` for workbooks and older clients
    area: cascader({ cn: '地区', en: 'Area', required: 'true', min: 1 }),
    provinceAraeCode: code('省编码', 'Province code'),
    cityAreaCode: code('市编码', 'City code'),
    countyAreaCode: code('区编码', 'District code'),
    since: date({ cn: '起始日', en: 'Since', required: true, default: 'today()' }),
    until: date({ cn: '截止日', en: 'Until', hint: { cn: '不填则一直有效', en: 'Leave empty if open-ended' } }),
  }),
  columns: ['level', 'area', 'since', 'until'],
  filters: ['level', 'area'],
  search: ['provinceAraeCode', 'cityAreaCode', 'countyAreaCode'],
  sort: [{ field: 'level' }, { field: 'provinceAraeCode' }, { field: 'cityAreaCode' }],
  can: canRisk,
  scope: 'everyone',
  import: {
    columns: [
      { field: 'level', example: { cn: '高风险', en: 'High risk' } },
      { field: 'provinceAraeCode', required: true, example: '440000' },
      { field: 'cityAreaCode', example: '440300' },
      { field: 'countyAreaCode' },
      { field: 'since', example: '2026-11-01' },
    ],
    match: ['provinceAraeCode', 'cityAreaCode', 'countyAreaCode'],
    onMatch: 'update',
    notes: [{ cn: '省、市、区可写编码（六位行政区划代码）、中文名或英文名',
      en: 'Provinces, cities and districts may be written as their six-digit code or as their Chinese or English name' }],
  },
})
