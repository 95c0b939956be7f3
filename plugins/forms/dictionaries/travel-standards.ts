import { parameters } from './dictionary.ts'

type Figure = readonly [figure: string, cn: string, en: string]

const levels = [['普通员工', 'employee'], ['部门经理', 'manager'], ['总监', 'director'], ['副总经理', 'vice president'], ['总经理', 'general manager']] as const

/** One figure per position level from 1 up; what is at cost is left out. */
const row = (name: string, cn: string, en: string, figures: string): [string, Figure][] =>
  figures.split(' ').flatMap((figure, index) => {
    const [levelCn, levelEn] = levels[index] ?? ['', '']
    return figure === '-' ? [] : [[`${name}.${index + 1}`, [figure, `${cn}：${levelCn}`, `${en}: ${levelEn}`]]]
  })

/**
 * Standards by position level: `hotel.{city tier}.{level}` per night, `meal.{home|abroad}.{level}` and
 * `local.home.{level}` per day. RMB, for tier 5 and abroad USD.
 */
export const travelStandard = parameters('travelStandard', '差旅标准', 'Travel standard', Object.fromEntries([
  ...row('hotel.1', '住宿（一线）', 'Hotel, tier 1', '400 500 650 900 -'),
  ...row('hotel.2', '住宿（二线）', 'Hotel, tier 2', '320 420 550 750 -'),
  ...row('hotel.3', '住宿（其他）', 'Hotel, other', '260 350 450 600 -'),
  ...row('hotel.4', '住宿（港澳台）', 'Hotel, HK-Macau-Taiwan', '800 900 1100 1500 -'),
  ...row('hotel.5', '住宿（国外，美元）', 'Hotel overseas, USD', '120 140 180 250 -'),
  ...row('meal.home', '餐补（国内）', 'Meals, domestic', '80 80 100 120 120'),
  ...row('meal.abroad', '餐补（国外，美元）', 'Meals overseas, USD', '45 45 55 70 70'),
  ...row('local.home', '市内交通（国内）', 'Local transport', '40 40 60 - -'),
  // the highest class by its value in the dictionary of classes
  ...row('air', '飞机席别', 'Air class', '1 1 1 1 2'),
  ...row('rail', '高铁席别', 'Rail class', '3 3 4 4 5'),
]))

/** Rules of travel, cars and taxis. */
export const travelRule = parameters('travelRule', '差旅规则', 'Travel rules', {
  airRailCompareKm: ['1000', '飞机与高铁比价里程（公里）', 'Air and rail are compared, km'],
  airRailCompareSide: ['within', '比价范围：within 以内，over 以外', 'Side of it: within or over'],
  interCompanyGmDays: ['5', '公司间出差少于此天数须总经理审批', 'Inter-company trips shorter need the GM, days'],
  overdueDays: ['30', '出差结束后报销期限（天）', 'A claim is due within, days'],
  releaseDays: ['90', '出差结束后多少天未报销释放预算', 'Unclaimed budget is released after, days'],
  longFlightMinutes: ['240', '副总可乘公务舱的航程（分钟）', 'Business class for VPs above, minutes'],
  sharedRoom: ['1.2', '两人合住标准倍数', 'Factor of a shared room'],
  breakfast: ['0.2', '提供早餐的餐补扣减', 'Deduction for breakfast'],
  lunch: ['0.4', '提供午餐的餐补扣减', 'Deduction for lunch'],
  dinner: ['0.4', '提供晚餐的餐补扣减', 'Deduction for dinner'],
  carPerKm: ['1.20', '私家车公用补贴（元/公里）', 'Private car, RMB per km'],
  overtimeFrom: ['21:00:00', '加班打车起始时间', 'Overtime taxi from'],
  overtimeTo: ['06:00:00', '加班打车截止时间', 'Overtime taxi until'],
})
