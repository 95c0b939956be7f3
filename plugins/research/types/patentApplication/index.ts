import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Patent application: judged, filed, and followed until it is granted or abandoned. */
export const patentApplication = defineForm({
  key: 'patentApplication',
  cn: '专利申请',
  en: 'Patent application',
  short: { cn: '专利申请', en: 'Patent application' },
  path: '/patent-application',
  prefix: 'ZLSQ',
  group: 'quality',
  icon: 'bulb',
  terminals: ['web'],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'patent', cn: '专利信息', en: 'Patent' },
    { id: 'inventors', cn: '发明人', en: 'Inventors' },
    { id: 'content', cn: '技术内容', en: 'Technical content' },
    { id: 'novelty', cn: '检索与公开', en: 'Search and disclosure' },
    { id: 'filing', cn: '评定与申请', en: 'Grading and filing' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['patentName', 'productModel'],
  unique: [{ among: 'live', by: ['applicationNo'],
    message: { cn: '专利申请号已存在：{businessNo}', en: 'The application no. already exists: {businessNo}' } }],
  followUps: [{ id: 'patentState', cn: '更新专利状态', en: 'Update the patent state', role: 'patentEngineer',
    when: 'not(patentState in ("4","5"))' }],
  columns: ['patentName', 'patentType', 'patentState', 'applicationNo', 'filingDate', 'project', 'grade', 'region'],
})
