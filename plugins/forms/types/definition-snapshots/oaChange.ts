import type { Expectation } from './expectation.ts'
import { header } from './parts.ts'

export const oaChange: Expectation = {
  about: 'OA流程变更 | OA process change | /oa-change | /oa-change-detail | OC | web | may be revoked when completed | no budget',
  parts: [header],
  fields: `
    oaChangeType select(oaChangeType): required, trend
    urgency radio(urgency): required
    processRefs table: to 20, when oaChangeType != "1"
    processRefs.process process: required, trend
    processRefs.parentId text: system
    processRefs.label text: system
    processRefs.description text: system
    processRefs.state text: system
    processRefs.changeNote text: required, to 200
    newProcessName text: to 61, when oaChangeType = "1"
    changeReason textarea: required, from 10 to 1000
    currentDescription textarea: from 5 to 2000, when oaChangeType != "1"
    targetDescription richtext: required, to 8000
    affectedDepts multiselect(department): required, trend, to 30
    otherDepts multiselect(department): system
    dataImpact radio(yesNo): required, trend
    effectiveDate date: required, editable at itEvaluate
    processOwner person: required, trend
    flowChart attachment: to 20, when oaChangeType in ("1","5")
    evaluateResult select(evaluateResult): at itEvaluate
    workDays number: at itEvaluate, trend, from 0.5 to 365
    developer person: at itEvaluate
    planOnlineDate date: at itEvaluate
    evaluateNote textarea: at itEvaluate, from 2 to 1000
    onlineDate date: at implement
    testResult select(1 通过/Passed; 2 不通过/Failed): at userTest
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    processOwnerReview: any of person(processOwner), opinion
    affectedDeptHeads: all of departmentHead(otherDepts), when count(otherDepts) > 0
    itEvaluate: any of role(oaAdmin), by hand
    viceGm: all of vicePresident(applicantDept), when workDays > 5 or oaChangeType in ("1","3") or dataImpact = "1"
    generalManager: any of generalManager, when oaChangeType = "3"
    implement: any of person(developer), by hand, initiator may
    userTest: any of initiator, by hand
    ccFinish: copy to departmentHead(affectedDepts)
  `,
  rules: `
    OC-01 processRefs: 请选择需要变更的流程 | Choose the processes to change
    OC-03 evaluateResult at itEvaluate: 评估不可行请拒绝或退回 | Not feasible: refuse or return the request
    OC-04 testResult at userTest: 测试不通过请退回实施节点 | Test failed: return it to implementation
    OC-05 effectiveDate: 生效日期至少为3天后 | The effective date must be at least 3 days ahead
    OC-05-urgent effectiveDate warn: 生效日期至少为3天后 | The effective date must be at least 3 days ahead
    OC-07 processRefs: 变更流程重复 | The same process is chosen twice
    OC-08 newProcessName: 名称的中文和英文部分各不能超过30个字符 | Each half of the name must be within 30 characters
    OC-09 workDays at itEvaluate: 工时以半天为单位 | Enter person-days in half days
    OC-10 planOnlineDate at itEvaluate: 计划上线日期不能早于今天 | The planned go-live date can’t be in the past
    OC-11 onlineDate at implement: 实际上线日期不能晚于今天 | The actual go-live date can’t be in the future
  `,
}
