import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Review of a project at a milestone by the people concerned. */
export const devReviewSheet = defineForm({
  key: 'devReviewSheet',
  cn: '研发评审签核单',
  en: 'R&D review sign-off',
  short: { cn: '研发评审', en: 'R&D review' },
  path: '/dev-review-sheet',
  prefix: 'YFPS',
  group: 'quality',
  icon: 'experiment',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'project', cn: '项目与产品', en: 'Project and product' },
    { id: 'review', cn: '评审', en: 'Review' },
    { id: 'issues', cn: '评审问题', en: 'Issues' },
    { id: 'hours', cn: '投入工时', en: 'Work hours' },
    { id: 'outcome', cn: '评审结论', en: 'Conclusion' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['productModel', 'softwareName', 'version'],
  columns: ['reviewType', 'stage', 'project', 'conclusion', 'hoursTotal', 'reviewDate', 'productModel', 'version'],
})
