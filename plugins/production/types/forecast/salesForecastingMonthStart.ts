import { calculated, defineFields, number, percent, select } from '#kernel/fields.ts'
import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { forecastFigures, forecastHead, forecastLines, forecastPosts, forecastRules, forecastTotals, lineKey, planner, salesManager,
  vp } from './lines.ts'

const name = { cn: '月初销售预测', en: 'Month-start sales forecast' }
const limit = 'parameter("salesForecast", "deviation")'
/** The change against last month's forecast is beyond the limit; exact, since the rate that is shown is rounded. */
const deviates = `lastForecast > 0 and abs(m1 - lastForecast) * 100 > ${limit} * lastForecast`

const fields = defineFields({
  ...header(name),
  ...forecastHead,
  lines: forecastLines({
    lastForecast: number({ cn: '上月预测', en: 'Last forecast', system: true, readOnly: true, precision: 0 }),
    deviation: calculated({ cn: '偏差率（%）', en: 'Deviation %', result: 'number', precision: 2,
      value: 'if lastForecast = null or lastForecast = 0 or m1 = null then null else ' +
        'round half up((m1 - lastForecast) / lastForecast * 100, 2)' }),
    reason: select({ cn: '变动原因', en: 'Reason', dict: 'forecastChangeReason', editAt: ['planner'] }),
    lineKey,
  }),
  ...forecastTotals,
  accuracy: percent({ cn: '上月准确率', en: 'Last month accuracy', system: true, readOnly: true, precision: 2, section: 'lines',
    visible: 'accuracy != null' }),
  // unrounded, for the condition of the flow
  accuracyExact: number({ cn: '上月准确率（未舍入）', en: 'Accuracy, unrounded', system: true, readOnly: true, precision: 6 }),
})

const rules = defineRules([
  ...headerRules,
  ...forecastRules,
  rule('SF-R2', { when: 'today().day > parameter("salesForecast", "startUntil")', fields: ['forecastMonth'], cn: '月初预测提交时间已截止',
    en: 'The month-start window is closed' }),
  rule('SF-R3', { each: 'lines', when: `reason = null and ${deviates}`, fields: ['reason'], at: ['start', 'planner'],
    cn: '偏差超过{n}%，请选择变动原因', en: 'Deviation above {n}%, please select a reason', blanks: { n: `string(${limit})` } }),
  rule('SF-R4', { when: 'count(lines) > 0 and sum(lines[total != null].total) = 0', fields: ['lines'], at: ['start', 'planner'],
    cn: '预测数量不能全部为0', en: 'The forecast quantities cannot all be 0' }),
])

/** Thresholds are shipped defaults. */
const flow = defineFlow([
  salesManager,
  approve('salesDirector', role('salesDirector'), { cn: '销售总监', en: 'Sales director' }),
  planner,
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC' }),
  vp('totalAmount >= 10000000 or accuracyExact < 70'),
  copy('cc', both(role('purchaseManager'), role('productionHead')), { cn: '抄送', en: 'CC' }),
])

/** Sales that a sales group expects in the six months from the current one. */
export const salesForecastingMonthStart = defineForm({
  key: 'salesForecastingMonthStart',
  ...name,
  short: { cn: '月初预测', en: 'Month-start forecast' },
  path: '/sales-forecast-apply',
  prefix: 'YCYC',
  group: 'production',
  icon: 'profile',
  terminals: ['web'],
  amount: 'totalAmount',
  sections: [basics, { id: 'forecast', cn: '预测范围', en: 'Forecast' }, { id: 'lines', cn: '预测明细', en: 'Forecast lines' }, ...closing],
  fields,
  rules,
  flow,
  figures: forecastFigures,
  posts: forecastPosts('total > 0'),
  unique: [{ among: 'live', by: ['forecastMonth', 'salesGroup', 'channel'],
    message: { cn: '本月预测已提交：{businessNo}', en: 'This month’s forecast is already submitted: {businessNo}' } }],
  subject: ['forecastMonth', 'note'],
  columns: ['forecastMonth', 'salesGroup', 'channel', 'factory', 'totalM1', 'totalAmount', 'accuracy'],
})
