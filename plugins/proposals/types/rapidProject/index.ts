import { defineForm } from '#kernel/form.ts'
import { basics, budgeted, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Small project with team, milestones and a cost limit; expenses can be charged to it once it is completed. */
export const rapidProject = defineForm({
  key: 'rapidProject',
  cn: '快速立项',
  en: 'Rapid project',
  short: { cn: '快速立项', en: 'Rapid project' },
  path: '/rapid-project',
  prefix: 'KL',
  group: 'project',
  icon: 'rocket',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'project', cn: '项目信息', en: 'Project' },
    { id: 'plan', cn: '成员与里程碑', en: 'Team and milestones' },
    { id: 'costs', cn: '项目预算', en: 'Project budget' },
    budgeted,
    { id: 'market', cn: '市场与成本', en: 'Market and cost' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['projectName', 'productModel'],
  columns: ['projectName', 'projectCode', 'projectType', 'projectManager', 'totalAmountRmb', 'risk'],
})
