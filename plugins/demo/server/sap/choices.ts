import { units } from '../company/units.ts'
import { splitName } from '#kernel/wording/names.ts'

/** Codes of the demo company's SAP, by the enterprise that they stand for. */
export const companyCodes = { sz: '1000', dg: '2000', vn: '3000' } as const

const named = ([value, cn, en]: readonly [string, string, string]) => ({ value, cn: `${value} ${cn}`, en: `${value} ${en}` })

/** The choices of payments through SAP. */
export const sapChoices = [
  { key: 'sapCompanyCode', cn: 'SAP公司代码', en: 'SAP company code', items: Object.entries(companyCodes).map(([unit, code]) => {
    const { cn, en } = splitName(units.find(({ id }) => id === unit)?.name)
    return named([code, cn, en])
  }) },
  { key: 'sapPurchaseGroup', cn: 'SAP采购组', en: 'SAP purchasing group',
    items: [['P01', '电子料', 'Electronics'], ['P02', '结构件', 'Mechanical parts'], ['P03', '服务', 'Services']].map((
      [value = '', cn = '', en = ''],
    ) => named([value, cn, en])) },
  { key: 'houseBank', cn: '付款银行', en: 'House bank',
    items: [['CCB01', '建设银行苏州', 'CCB Suzhou'], ['BOC01', '中国银行苏州', 'BOC Suzhou'], ['CMB01', '招商银行东莞', 'CMB Dongguan']]
      .map(([value = '', cn = '', en = '']) => named([value, cn, en])) },
]
