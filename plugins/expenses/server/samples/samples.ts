import { type Chance, type DemoStory, type Occasion, budgetUnitOf, chance, costCenterId, dayFrom, demoSamples, personId,
  recordsOf } from '#plugins/demo/server/public-api.ts'
import { claimed, claimOf as claimOfApplication, entertainment, entertainments, serviceFees } from './applications.ts'
import { type ClaimPlan, claimStories, claimStory, drawnItems } from './claims.ts'
import { saveOffline } from './offline.ts'

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'expenses.offline',
  sort: 120,
  records: (db, { at }) => saveOffline(db, at, personId('finance')),
}, {
  key: 'expenses.claims',
  sort: 310,
  stories: ({ anchor }) => claimStories(anchor),
  past: { name: 'claim', perMonth: 56, stories: (occasion) => [claimStory(claimOf(occasion))] },
}, {
  key: 'expenses.applications',
  sort: 330,
  stories: async ({ db, anchor }) => [...entertainments(anchor), ...serviceFees(anchor, (await recordsOf(db)).suppliers[0] ?? '')],
}, {
  key: 'expenses.claimed',
  sort: 336,
  stories: ({ anchor }) => claimed(anchor),
}, {
  key: 'expenses.dinners',
  sort: 345,
  past: { name: 'dinner', perMonth: 13, stories: dinner },
}, {
  key: 'expenses.drafts',
  sort: 520,
  drafts: [{
    by: 'sales',
    type: 'entertainmentApply',
    title: '年度客户答谢晚餐',
    daysAgo: 2,
    value: (at) => ({ title: '年度客户答谢晚餐', ...bearing('sz-sales'), entertainDate: dayFrom(at, 9), entertainmentType: '1',
      mealTime: '2', venue: '金鸡湖酒店', reason: '年度客户答谢与明年合作意向沟通', counterpartCompany: '华东汽车电子' }),
  }, {
    by: 'quality',
    type: 'serviceFeeApply',
    title: '三坐标年度保养',
    daysAgo: 3,
    value: (at) => ({ title: '三坐标年度保养', ...bearing('sz-quality'), serviceFeeType: '2', serviceName: '三坐标年度保养',
      reason: '设备到保养周期，按体系要求执行', servicePeriod: [dayFrom(at, 14), dayFrom(at, 20)] }),
  }],
})

const bearing = (department: string) => ({ applicantDept: department, bearingDept: department, costCenter: costCenterId(department),
  currencyType: 'CNY' })

/** Random final state, nearly always completed. */
const fateOf = (drawn: Chance): DemoStory['ends'] => drawn.pick([...Array<DemoStory['ends']>(23).fill('completed'), 'refused', 'revoked'])

function claimOf({ drawn, serial: index, at, people }: Occasion): ClaimPlan {
  const filedAt = at()
  const applicant = drawn.pick(people)
  const department = applicant.units[0]!
  const serial = 1_000_000 + index * 10
  return { index: serial, applicant, department, bearing: budgetUnitOf(department)!, fate: fateOf(drawn), currency: 'CNY', filedAt,
    passes: drawn.between(0, 1), waitsAt: undefined,
    items: drawnItems(drawn, serial).map((item) => (item.invoiceType === '1' ? { ...item, invoiceType: '2' } : item)),
    cut: drawn.between(0, 11) === 0 ? 0.2 : 0, moves: undefined }
}

/** An entertainment request; two in three are claimed afterwards, some above the requested amount. */
function dinner({ drawn, month, serial, at }: Occasion): readonly DemoStory[] {
  const name = `h-dinner-${serial}`
  const host = drawn.between(0, 5)
  const story = entertainment(host, { index: 100 + month * 30 + serial, at: at(), ends: fateOf(drawn) })
  const later = chance(`claimed-${name}`)
  if (story.ends !== 'completed' || later.between(0, 2) === 0) return [story]
  const share = later.pick([1, 1, 1, 0.9, 0.8, 1.1])
  return [{ ...story, name },
    claimOfApplication({ of: name, by: story.by, kind: '3', ends: 'completed', share }, new Date(story.at.getTime() + 12 * 86_400_000))]
}
