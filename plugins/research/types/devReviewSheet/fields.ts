import { attachment, calculated, date, defineFields, integer, people, person, radio, richtext, select, text } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'
import { customer } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { issues, workHours } from './tables.ts'

const directed = 'reviewType = "directed"'
const released = 'reviewType in ("directed","softwareReq")'

const reviewed = defineFields({
  reviewType: select({ cn: '评审类型', en: 'Review type', required: true, trend: true, dict: 'devReviewType', section: 'project' }),
  stage: select({ cn: '项目阶段', en: 'Project stage', required: true, trend: true, dict: 'reviewStage', section: 'project' }),
  project: project({ cn: '研发项目', en: 'R&D project', required: true, trend: true, section: 'project', span: 2 }),
  projectType: select({ cn: '项目类型', en: 'Project type', required: true, dict: 'projectType', default: 'project.projectType',
    section: 'project' }),
  projectManager: person({ cn: '项目经理', en: 'Project manager', required: true, readOnly: true, value: 'project.manager',
    section: 'project' }),
  productModel: text({ cn: '产品型号', en: 'Product model', required: true, max: 50, section: 'project' }),
  version: text({
    cn: '版本号',
    en: 'Version',
    required: 'reviewType in ("schematic","pcb","structure","directed","softwareReq")',
    max: 20,
    pattern: '^[A-Za-z0-9._-]{1,20}$',
    section: 'project',
    hint: { cn: '字母、数字、点、下划线或横线', en: 'Letters, digits, dots, underscores or hyphens' },
  }),
})

const software = defineFields({
  customer: customer({ cn: '客户', en: 'Customer', required: directed, section: 'project' }),
  softwareName: text({ cn: '定向软件名称', en: 'Custom software name', required: directed, max: 60, section: 'project' }),
  baseVersion: text({ cn: '基线版本', en: 'Base version', required: directed, max: 40, section: 'project' }),
  directedQty: integer({ cn: '适用订单数量', en: 'Order quantity', required: directed, min: 1, section: 'project' }),
  releaseDate: date({ cn: '计划发布日期', en: 'Planned release', required: released, section: 'project' }),
})

const review = defineFields({
  reviewDate: date({ cn: '评审日期', en: 'Review date', required: true, default: 'today()', section: 'review' }),
  reviewForm: radio({
    cn: '评审方式',
    en: 'Review method',
    required: true,
    default: '"meeting"',
    section: 'review',
    options: [{ value: 'meeting', cn: '会议', en: 'Meeting' }, { value: 'online', cn: '线上', en: 'Online' }, { value: 'sign', cn: '会签',
      en: 'Sign-off' }],
  }),
  participants: people({ cn: '参加评审人', en: 'Reviewers', required: true, trend: true, min: 1, max: 30, section: 'review', span: 2 }),
  content: richtext({ cn: '评审内容', en: 'Review content', required: true, max: 20_000, section: 'review', span: 4 }),
  materials: attachment({ cn: '评审资料', en: 'Review documents', required: true, section: 'review', span: 4,
    hint: { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' } }),
})

const outcome = defineFields({
  issues,
  workHours,
  hoursTotal: calculated({ cn: '工时合计', en: 'Total hours', result: 'number', section: 'hours',
    value: 'sum(workHours[actualHours != null].actualHours)' }),
  monthlyLimit: calculated({ cn: '每月工时上限', en: 'Monthly hours limit', result: 'number', visible: 'false',
    value: 'parameter("devRule", "monthlyHours")' }),
  conclusion: radio({ cn: '评审结论', en: 'Conclusion', atNode: 'pmConfirm', editAt: ['pmConfirm'], trend: true, dict: 'reviewResult',
    section: 'outcome' }),
})

export const fields = defineFields({
  ...header({ cn: '研发评审签核单', en: 'R&D review' }),
  ...reviewed,
  ...software,
  ...review,
  ...outcome,
})
