import { attachment, datetime, defineFields, department, documentLink, people, person, select, text, textarea } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { defineRules, rule } from '#kernel/rules.ts'

/** Fields of every document. `type` is the form's name, used in the default title. */
export const header = (type: Label) =>
  defineFields({
    businessNo: text({ cn: '单据编号', en: 'Number', system: true, readOnly: true, section: 'basics' }),
    businessType: text({ cn: '业务类型', en: 'Business type', system: true, readOnly: true }),
    state: select({ cn: '状态', en: 'State', system: true, readOnly: true, dict: 'docState' }),
    title: text({
      cn: '标题',
      en: 'Title',
      required: true,
      max: 200,
      section: 'basics',
      span: 2,
      default: `applicant.nameCn + "提交的${type.cn}"`,
    }),
    titleEn: text({
      cn: '英文标题',
      en: 'English title',
      system: true,
      max: 200,
      value: `if title = applicant.nameCn + "提交的${type.cn}" then "${type.en} submitted by " + applicant.nameEn else title`,
    }),
    applicant: person({ cn: '申请人', en: 'Applicant', required: true, readOnly: true, section: 'basics', default: 'currentUser.id' }),
    initiator: person({ cn: '发起人', en: 'Initiator', system: true, readOnly: true }),
    applicantDept: department({
      cn: '申请部门',
      en: 'Applicant department',
      required: true,
      trend: true,
      section: 'basics',
      filter: 'list contains(applicant.departments, option.id)',
      default: 'if count(applicant.departments) = 1 then applicant.departments[1] else null',
    }),
    applicantPosition: select({
      cn: '职级',
      en: 'Grade',
      system: true,
      readOnly: true,
      dict: 'positionLevel',
      section: 'basics',
      value: 'applicant.positionLevel',
    }),
    company: select({
      cn: '所属公司',
      en: 'Company',
      system: true,
      readOnly: true,
      dict: 'company',
      section: 'basics',
      value: 'applicantDept.company',
    }),
    createTime: datetime({ cn: '发起时间', en: 'Initiated', system: true, readOnly: true }),
    currentTask: text({ cn: '当前审批节点', en: 'Current step', system: true, readOnly: true }),
    endTime: datetime({ cn: '结束时间', en: 'Process end time', system: true, readOnly: true }),
    remark: textarea({ cn: '备注', en: 'Remarks', max: 500, section: 'more', span: 4 }),
    attachmentList: attachment({ cn: '附件', en: 'Attachments', max: 100, section: 'attachments', span: 4 }),
    ccUserList: people({ cn: '抄送人', en: 'CC recipients', max: 50, section: 'more', span: 2 }),
    relatedProcessList: documentLink({
      cn: '关联审批记录',
      en: 'Related approvals',
      links: [],
      linkStates: ['inApproval', 'completed'],
      binds: false,
      max: 20,
      section: 'more',
      span: 2,
    }),
  })

export const headerRules = defineRules([
  rule('G-03', {
    when: 'len(title) > 30 and title = titleEn',
    fields: ['title'],
    cn: '名称不能超过30个字符',
    en: 'The name must be within 30 characters',
  }),
  rule('G-21', {
    when: 'applicantDept = null and count(applicant.departments) > 1',
    fields: ['applicantDept'],
    cn: '您属于多个部门，请选择审批部门/审批人',
    en: 'You belong to several departments, an approver must be chosen',
  }),
])
