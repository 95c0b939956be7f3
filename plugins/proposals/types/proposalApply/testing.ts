import type { FormValue } from '#kernel/values/value.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'

/** A proposal of the quality engineer for her own department. */
export const proposal = (change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  proposalName: '来料检验看板',
  proposalType: '1',
  proposers: ['u-quality'],
  proposeDate: '2026-11-18',
  currentSituation: '检验进度靠电话询问，产线等待时间长',
  improvement: '在检验区设置电子看板，实时显示进度',
  expectedBenefit: '减少产线等待',
  implementDept: 'sz-quality',
  alreadyImplemented: '0',
  ...change,
})

/** Points of the four criteria. */
export const scores = (...points: readonly number[]): FormValue[] =>
  ['effect', 'originality', 'effort', 'extendability'].map((rowId, index) => ({ rowId, score: points[index] ?? null,
    reason: '与方案一致' })
  )

export const judging = { implementer: 'u-dongmei', firstJudgeIsExcellent: '0', judgeReason: '问题明确，方案可行' } as const
export const planning = { knowDate: '1', estimatedImplementationStartDate: '2026-11-23',
  estimatedImplementationEndDate: '2026-12-04' } as const

/** Values that the implementer enters on completion, with an uploaded photo. */
export async function finishing({ product }: Pick<FilingSupport, 'product'>): Promise<FormValue> {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const photo = await product.as('dongmei').upload('看板.png', png)
  return { actualStartDate: '2026-11-19', actualEndDate: '2026-11-20', implementResult: '看板已经上线并投入日常使用', actualSaving: '0.00',
    afterPhotos: [photo] }
}

/** Values that approvers enter on the shortest path, with a score of 75. */
export const said = async (support: Pick<FilingSupport, 'product'>) => ({
  firstJudgeOne: { business: judging },
  implementPlan: { business: planning },
  implementDone: { business: await finishing(support) },
  verify: { business: { judgeReason: '效果明显，予以认可', scores: scores(30, 15, 15, 15) }, comment: '同意' },
})
