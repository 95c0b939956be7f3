import { calculated, defineFields, documentLink, integer, select, text } from '#kernel/fields.ts'
import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { forecastFigures, forecastHead, forecastLines, forecastPosts, forecastRules, forecastTotals, lineKey, months, planner, salesManager,
  vp } from './lines.ts'

const name = { cn: '月中销售预测', en: 'Mid-month sales forecast' }
const raised = 'some l in lines satisfies l.delta > 0'
const taken = Object.fromEntries(['material', 'customer', ...months].map((key) => [key, key]))

const fields = defineFields({
  ...header(name),
  ...forecastHead,
  baseDoc: documentLink({ cn: '月初预测单', en: 'Month-start forecast', required: true, links: ['salesForecastingMonthStart'], binds: true,
    max: 1, section: 'forecast', span: 2 }),
  lines: forecastLines({
    baseQty: integer({ cn: '月初M+0', en: 'Month-start M+0', system: true, readOnly: true }),
    delta: calculated({ cn: '调整数量', en: 'Adjustment', result: 'integer',
      value: 'if m1 = null then null else m1 - (if baseQty = null then 0 else baseQty)' }),
    reason: select({ cn: '变动原因', en: 'Reason', dict: 'forecastChangeReason', required: 'delta != null and delta != 0',
      editAt: ['planner'] }),
    orderProof: text({ cn: '订单依据', en: 'Order evidence', required: 'delta > 0 and reason = "newOrder"', max: 60 }),
    lineKey,
  }, { from: 'baseDoc', of: { salesForecastingMonthStart: { rows: 'lines', set: taken } } }),
  ...forecastTotals,
  deltaTotal: calculated({ cn: '调整合计', en: 'Total adjustment', result: 'integer', trend: true, value: 'sum(lines[delta != null].delta)',
    section: 'lines' }),
  // sum over all lines of the month-start forecast, including unchanged ones
  baseTotal: integer({ cn: '月初合计', en: 'Month-start total', system: true, readOnly: true, section: 'lines' }),
})

const rules = defineRules([
  ...headerRules,
  ...forecastRules,
  rule('SM-R1', { when: 'count(baseDoc) = 0', fields: ['baseDoc'], cn: '请先完成月初预测',
    en: 'Please complete the month-start forecast first' }),
  rule('SM-R1-other', { when: 'count(baseDoc) > 0 and (baseDoc[1].forecastMonth != forecastMonth or ' +
    'salesGroup = null or baseDoc[1].salesGroup != salesGroup.id or baseDoc[1].channel != channel)', fields: ['baseDoc'],
    cn: '月初预测单须为同月份、销售组和渠道', en: 'The month-start forecast must be of the same month, group and channel' }),
  rule('SM-R2', { when: 'count(lines) > 0 and count(lines[delta != null and delta != 0]) = 0', fields: ['lines'], cn: '未做任何调整',
    en: 'Nothing was adjusted' }),
  rule('SM-R3', { each: 'lines', when: 'delta < 0 and m1 < openOrders', fields: ['m1'], at: ['start', 'planner'],
    cn: '预测数量不能小于未交订单数量', en: 'The quantity cannot be less than the open orders' }),
  rule('SM-R4', { when: 'today().day < parameter("salesForecast", "midFrom") or today().day > parameter("salesForecast", "midUntil")',
    fields: ['forecastMonth'], cn: '月中预测提交时间未到或已截止', en: 'Outside the mid-month window' }),
])

const flow = defineFlow([
  salesManager,
  planner,
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', opinionRequired: raised }),
  approve('purchase', role('purchaseManager'), { cn: '采购', en: 'Purchasing', when: raised }),
  vp('deltaTotal > 0.2 * baseTotal'),
  copy('cc', both(role('purchaseManager'), role('productionHead')), { cn: '抄送', en: 'CC' }),
])

/** Correction of the month-start forecast in the middle of the month. */
export const salesForecastingMonthMid = defineForm({
  key: 'salesForecastingMonthMid',
  ...name,
  short: { cn: '月中预测', en: 'Mid-month forecast' },
  path: '/sales-forecast-mid-apply',
  prefix: 'YCYZ',
  group: 'production',
  icon: 'profile',
  terminals: ['web'],
  amount: 'totalAmount',
  sections: [basics, { id: 'forecast', cn: '预测范围', en: 'Forecast' }, { id: 'lines', cn: '预测明细', en: 'Forecast lines' }, ...closing],
  fields,
  rules,
  flow,
  figures: forecastFigures,
  posts: forecastPosts('delta != null and delta != 0'),
  unique: [{ among: 'live', by: ['forecastMonth', 'salesGroup', 'channel'],
    message: { cn: '本月预测已提交：{businessNo}', en: 'This month’s forecast is already submitted: {businessNo}' } }],
  subject: ['forecastMonth', 'note'],
  columns: ['forecastMonth', 'salesGroup', 'channel', 'factory', 'deltaTotal', 'totalM1', 'totalAmount'],
})
