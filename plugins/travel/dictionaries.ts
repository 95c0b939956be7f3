import type { Dictionary } from '#kernel/plugin.ts'
import { approvalLimits, clock, days, dictionary, factor, kilometres, type MeasureOf, minutes, oneOf, type ParameterFigure, parameters,
  rmbPerDay, rmbPerKilometre, rmbPerNight, share, usdPerDay, usdPerNight } from '#plugins/forms/kit.ts'

/** Approval limits of travel in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('travelLimit', { cn: '差旅审批限额', en: 'Approval limits of travel' }, {
  businessTrip: { cn: '出差申请', en: 'Business trip', limits: { viceGm: 5_000 } },
  travelReimbursement: { cn: '差旅报销', en: 'Travel claim', limits: { viceGm: 5_000, generalManager: 50_000 } },
  taxiApply: { cn: '打车申请', en: 'Taxi request', limits: { viceGm: 500 } },
})

type Standard = readonly [key: string, cn: string, en: string, figures: string, measure: MeasureOf]

const levels = [['普通员工', 'employee'], ['部门经理', 'manager'], ['总监', 'director'], ['副总经理', 'vice president'], ['总经理',
  'general manager']] as const

/** Parameters of a standard per position level, from 1 up; `-` means at cost and is left out. */
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
  // highest class, by its value in the dictionary of classes
  ['air', '飞机席别', 'Flight class', '1 1 1 1 2', air],
  ['rail', '高铁席别', 'Rail class', '3 3 4 4 5', rail],
]

/**
 * Standards by position level: `hotel.{city tier}.{level}` per night, `meal.{home|abroad}.{level}` and
 * `local.home.{level}` per day. RMB, for tier 5 and abroad USD.
 */
const travelStandard = parameters('travelStandard', { cn: '差旅标准', en: 'Travel standard' },
  Object.fromEntries(standards.flatMap(figuresOf)), {
  across: 'positionLevel',
  rows: standards.map(([key, cn, en]) => ({ key, cn, en })),
})

/** Rules of travel, cars and taxis. */
const travelRule = parameters('travelRule', { cn: '差旅规则', en: 'Travel rules' }, {
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

/** Dictionaries of the travel and car forms. */
export const dictionaries: readonly Dictionary[] = [
  dictionary('journeyWay', '单程或往返', 'One-way or round trip', '1 单程/One-way; 2 往返/Round trip'),
  dictionary('tripKind', '出差类型', 'Trip type',
    '1 客户拜访/Customer visit; 2 供应商/Supplier; 3 公司间出差/Inter-company; 4 展会/Exhibition; 5 培训会议/Training or meeting; ' +
      '6 售后服务/After-sales; 9 其他/Other'),
  dictionary('tripScope', '出差范围', 'Destination area', '1 国内/Domestic; 2 国外及港澳台/Overseas incl. HK, Macau, Taiwan'),
  dictionary('transport', '交通工具', 'Transport',
    '1 飞机/Air; 2 高铁动车/High-speed rail; 3 普通火车/Train; 4 长途汽车/Coach; 5 公司派车/Company car; 6 自驾/Self-drive; 7 轮船/Ship; ' +
      '8 出租车网约车/Taxi or ride-hailing; 9 其他/Other'),
  dictionary('seatClass', '席别', 'Class',
    '1 经济舱/Economy; 2 公务舱/Business; 3 二等座/2nd class; 4 一等座/1st class; 5 商务座/Business class; 6 硬卧/Hard sleeper; ' +
      '7 软卧/Soft sleeper; 9 其他/Other'),
  dictionary('cityTier', '城市级别', 'City tier',
    '1 一线/Tier 1; 2 省会及计划单列/Provincial capitals and separately planned cities; 3 其他/Other; 4 港澳台/HK-Macau-Taiwan; 5 国外/Overseas'),
  dictionary('riskLevel', '风险等级', 'Risk level', 'high 高风险/High; middle 中风险/Medium; none 无/None'),
  dictionary('journeyType', '行程来源', 'Trip source',
    '1 手工行程/Manual; 2 出差/Business trip; 3 差旅报销/Travel expense claim; 4 自驾派车/Company car; 12 出租车/Taxi'),
  dictionary('travelItemType', '差旅费用项', 'Travel item',
    '1 交通/Transport; 2 住宿/Hotel; 3 餐补/Meal allowance; 4 市内交通/Local transport; 5 签证保险/Visa and insurance; 6 通讯/Communication; 9 其他/Other'),
  dictionary('taxiReason', '用车原因', 'Reason for taxi',
    '1 加班/Overtime; 2 外出公务/Business errand; 3 接送客户/Customer pick-up; 4 机场车站/Airport or station; 9 其他/Other'),
  dictionary('taxiVehicle', '用车方式', 'Vehicle', '1 网约车/Ride-hailing; 2 出租车/Taxi; 3 包车/Chartered car'),
  dictionary('carKind', '车辆性质', 'Car type', '1 公司车辆/Company car; 2 私家车公用/Private car for business'),
  dictionary('companyCar', '公司车辆', 'Company car', ''),
  travelRule,
  travelStandard,
  limits.dictionary,
]
