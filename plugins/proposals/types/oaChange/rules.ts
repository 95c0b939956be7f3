import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const early = { cn: '生效日期至少为3天后', en: 'The effective date must be at least 3 days ahead' }
const tooEarly = 'effectiveDate < today() + duration("P3D")'
const evaluated = ['itEvaluate'] as const

const own = defineRules([
  rule('OC-01', {
    when: 'oaChangeType != "1" and count(processRefs) = 0',
    fields: ['processRefs'],
    cn: '请选择需要变更的流程',
    en: 'Choose the processes to change',
  }),
  rule('OC-03', {
    when: 'evaluateResult = "3"',
    fields: ['evaluateResult'],
    at: evaluated,
    cn: '评估不可行请拒绝或退回',
    en: 'Not feasible: refuse or return the request',
  }),
  rule('OC-04', {
    when: 'testResult = "2"',
    fields: ['testResult'],
    at: ['userTest'],
    cn: '测试不通过请退回实施节点',
    en: 'Test failed: return it to implementation',
  }),
  rule('OC-05', { when: `urgency != "3" and ${tooEarly}`, fields: ['effectiveDate'], ...early }),
  rule('OC-05-urgent', { when: `urgency = "3" and ${tooEarly}`, fields: ['effectiveDate'], level: 'warn', ...early }),
  rule('OC-07', {
    when: 'count(distinct values(processRefs.process.id)) < count(processRefs)',
    fields: ['processRefs'],
    cn: '变更流程重复',
    en: 'The same process is chosen twice',
  }),
  rule('OC-08', {
    when:
      'oaChangeType = "1" and (len(substring before(newProcessName + "/", "/")) > 30 or len(substring after(newProcessName, "/")) > 30)',
    fields: ['newProcessName'],
    cn: '名称的中文和英文部分各不能超过30个字符',
    en: 'Each half of the name must be within 30 characters',
  }),
  rule('OC-09', {
    when: 'workDays != null and modulo(workDays * 2, 1) != 0',
    fields: ['workDays'],
    at: evaluated,
    cn: '工时以半天为单位',
    en: 'Enter person-days in half days',
  }),
  rule('OC-10', {
    when: 'planOnlineDate < today()',
    fields: ['planOnlineDate'],
    at: evaluated,
    cn: '计划上线日期不能早于今天',
    en: 'The planned go-live date can’t be in the past',
  }),
  rule('OC-11', {
    when: 'onlineDate > today()',
    fields: ['onlineDate'],
    at: ['implement'],
    cn: '实际上线日期不能晚于今天',
    en: 'The actual go-live date can’t be in the future',
  }),
])

export const rules = [...headerRules, ...own] as const
