import { definePlugin } from '#kernel/plugin.ts'
import { defineFields, integer, multiselect, number, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { exchangeRate } from './exchange-rate.ts'
import { cn, en } from './texts.ts'
import { can, canRate } from './permissions.ts'

/** Currency; its ISO code is its id, so documents and expressions contain the code. */
const currency = defineResource({
  name: 'currency',
  cn: '币种',
  en: 'Currency',
  base: '/budgetservice',
  path: '/currency-department',
  table: 'currency_with_rate',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '代码', en: 'Code', required: true, pattern: '^[A-Z]{3}$', max: 3 }),
    symbol: text({ cn: '符号', en: 'Symbol', required: true, max: 4 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    decimals: integer({ cn: '小数位', en: 'Decimals', required: true, min: 0, max: 4, default: '2' }),
    departmentIds: multiselect({ cn: '绑定部门', en: 'Departments', of: 'department',
      hint: { cn: '不选则所有部门可用', en: 'Leave empty for all departments' } }),
    monthRate: number({ cn: '本月汇率', en: 'Rate this month', as: 'exchangeRate', system: true, readOnly: true, precision: 6 }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  derived: ['monthRate'],
  columns: ['code', 'symbol', 'nameCn', 'nameEn', 'decimals', 'departmentIds', 'monthRate', 'enable'],
  filters: ['code', 'enable', 'departmentIds'],
  search: ['code', 'nameCn', 'nameEn', 'symbol'],
  can,
  scope: 'everyone',
  enable: 'enable',
  offers: 'currency',
  optionFields: ['code', 'symbol', 'decimals'],
})

export default definePlugin({
  id: 'currencies',
  requires: ['documents'],
  permissions: [...Object.values(can), ...Object.values(canRate)],
  resources: [currency, exchangeRate],
  menus: [
    { id: 'currency-department', parent: 'finance', cn: '币种管理', en: 'Currencies', icon: 'dollar', path: currency.path, needs: can.view,
      sort: 10 },
    { id: 'exchange-management', parent: 'finance', cn: '汇率管理', en: 'Exchange rates', icon: 'line-chart', path: exchangeRate.path,
      needs: canRate.view, sort: 20 },
  ],
  locales: { cn, en },
})
