import type { Dictionary } from '#kernel/plugin.ts'
import { dictionary } from './dictionary.ts'
import { travelRule, travelStandard } from './travel-standards.ts'

/** The choices of the forms of travel and cars. */
export const travel: readonly Dictionary[] = [
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
]
