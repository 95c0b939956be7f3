import { type ParameterFigure, parameters } from './dictionary.ts'
import { clock, days, factor, kilometres, type MeasureOf, minutes, oneOf, rmbPerDay, rmbPerKilometre, rmbPerNight, share, usdPerDay,
  usdPerNight } from './measures.ts'

type Standard = readonly [key: string, cn: string, en: string, figures: string, measure: MeasureOf]

const levels = [['普通员工', 'employee'], ['部门经理', 'manager'], ['总监', 'director'], ['副总经理', 'vice president'], ['总经理',
  'general manager']] as const

/** One figure per position level from 1 up; what is at cost is left out. */
const figuresOf = ([key, cn, en, figures, measure]: Standard): [string, ParameterFigure][] =>
  figures.split(' ').flatMap((figure, index) => {
    const [levelCn, levelEn] = levels[index] ?? ['', '']
    return figure === '-' ? [] : [[`${key}.${index + 1}`, [figure, `${cn}：${levelCn}`, `${en}: ${levelEn}`, measure]]]
  })

const air = oneOf(['1', '经济舱', 'Economy'], ['2', '公务舱', 'Business'])
const rail = oneOf(['3', '二等座', '2nd class'], ['4', '一等座', '1st class'], ['5', '商务座', 'Business class'])

const standards: readonly Standard[] = [
  ['hotel.1', '住宿（一线）', 'Hotel, tier 1', '400 500 650 900 -', rmbPerNight],
  ['hotel.2', '住宿（二线）', 'Hotel, tier 2', '320 420 550 750 -', rmbPerNight],
  ['hotel.3', '住宿（其他）', 'Hotel, other', '260 350 450 600 -', rmbPerNight],
  ['hotel.4', '住宿（港澳台）', 'Hotel, HK-Macau-Taiwan', '800 900 1100 1500 -', rmbPerNight],
  ['hotel.5', '住宿（国外）', 'Hotel, overseas', '120 140 180 250 -', usdPerNight],
  ['meal.home', '餐补（国内）', 'Meals, domestic', '80 80 100 120 120', rmbPerDay],
  ['meal.abroad', '餐补（国外）', 'Meals, overseas', '45 45 55 70 70', usdPerDay],
  ['local.home', '市内交通（国内）', 'Local transport', '40 40 60 - -', rmbPerDay],
  // the highest class by its value in the dictionary of classes
  ['air', '飞机席别', 'Flight class', '1 1 1 1 2', air],
  ['rail', '高铁席别', 'Rail class', '3 3 4 4 5', rail],
]

/**
 * Standards by position level: `hotel.{city tier}.{level}` per night, `meal.{home|abroad}.{level}` and
 * `local.home.{level}` per day. RMB, for tier 5 and abroad USD.
 */
export const travelStandard = parameters('travelStandard', { cn: '差旅标准', en: 'Travel standard' },
  Object.fromEntries(standards.flatMap(figuresOf)), {
  across: 'positionLevel',
  rows: standards.map(([key, cn, en]) => ({ key, cn, en })),
})

/** Rules of travel, cars and taxis. */
export const travelRule = parameters('travelRule', { cn: '差旅规则', en: 'Travel rules' }, {
  airRailCompareKm: ['1000', '飞机与高铁比价里程', 'Distance for comparing air and rail fares', kilometres],
  airRailCompareSide: ['within', '比价适用于该里程', 'Compare fares for distances',
    oneOf(['within', '以内', 'Within'], ['over', '以外', 'Beyond'])],
  interCompanyGmDays: ['5', '公司间出差少于此天数须总经理审批', 'Inter-company trips shorter than this need the general manager', days],
  overdueDays: ['30', '出差结束后报销期限', 'Days to claim after a trip', days],
  releaseDays: ['90', '出差结束后多少天未报销释放预算', 'Release unclaimed trip budget after', days],
  longFlightMinutes: ['240', '副总可乘公务舱的航程', 'Business class for VPs on flights from', minutes],
  sharedRoom: ['1.2', '两人合住标准倍数', 'Shared room factor', factor],
  breakfast: ['0.2', '提供早餐的餐补扣减', 'Deduction for breakfast', share],
  lunch: ['0.4', '提供午餐的餐补扣减', 'Deduction for lunch', share],
  dinner: ['0.4', '提供晚餐的餐补扣减', 'Deduction for dinner', share],
  carPerKm: ['1.20', '私家车公用补贴', 'Private car mileage allowance', rmbPerKilometre],
  overtimeFrom: ['21:00:00', '加班打车起始时间', 'Overtime taxi from', clock],
  overtimeTo: ['06:00:00', '加班打车截止时间', 'Overtime taxi until', clock],
})
