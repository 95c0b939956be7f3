import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { devReviewSheet } from './index.ts'

describeType(devReviewSheet, {
  about:
    '研发评审签核单 | R&D review sign-off | /dev-review-sheet | /dev-review-sheet-detail | YFPS | web+mini | may be revoked when completed | no budget',
  parts: [header],
  fields: `
    reviewType select(devReviewType): required, trend
    stage select(reviewStage): required, trend
    project project: required, trend
    projectType select(projectType): required
    projectManager person: required, read-only
    productModel text: required, to 50
    version text: to 20 ^[A-Za-z0-9._-]{1,20}$, when reviewType in ("schematic","pcb","structure","directed","softwareReq")
    customer customer: when reviewType = "directed"
    softwareName text: to 60, when reviewType = "directed"
    baseVersion text: to 40, when reviewType = "directed"
    directedQty integer: from 1, when reviewType = "directed"
    releaseDate date: when reviewType in ("directed","softwareReq")
    reviewDate date: required
    reviewForm radio(meeting 会议/Meeting; online 线上/Online; sign 会签/Sign-off): required
    participants people: required, trend, from 1 to 30
    content richtext: required, to 20000
    materials attachment: required
    issues table: to 100, editable at reviewSign pmConfirm
    issues.desc textarea: required, to 500
    issues.level select(riskGrade): required
    issues.owner person: required
    issues.dueDate date: required
    issues.solution textarea: to 500
    issues.closed radio(yesNo): required
    workHours table: from 1 to 200, editable at pmConfirm, when stage != "concept"
    workHours.member person: required
    workHours.role select(devRole): required
    workHours.month date: required
    workHours.planHours number: from 0 to 9999
    workHours.worked calculated: visible when false
    workHours.actualHours number: required, from 0 to 300
    hoursTotal calculated
    monthlyLimit calculated: visible when false
    conclusion radio(reviewResult): at pmConfirm, trend, editable at pmConfirm
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept), by hand, opinion
    reviewSign: all of person(participants), by hand, initiator may, opinion
    bomReview: any of role(rdAssistantBomReview), when reviewType in ("schematic","structure","stage") and stage in ("dvt","pvt","mp"), by hand, opinion
    pmConfirm: any of ownerOf(project), by hand, opinion
    rdDirector: any of role(rdDirector), when stage in ("pvt","mp") or conclusion = "conditional", by hand, opinion
    vp: all of vicePresident(applicantDept), when reviewType in ("project","end"), by hand, opinion
    cc: copy to role(docControl)
  `,
  rules: `
    DR-R2 conclusion at pmConfirm: 存在未关闭的高风险问题，不能判定通过 | An open high-risk issue remains, the conclusion cannot be Pass
    DR-R4 releaseDate: 计划发布日期不能早于今天 | The planned release can’t be in the past
    DR-R5 issues.dueDate also at reviewSign pmConfirm: 要求完成日期不能早于评审日期 | The due date must not be earlier than the review date
    DR-R6 workHours also at pmConfirm: 同一成员、月份和角色的工时重复 | Two rows have the same member, month and role
    DR-R7 workHours.actualHours also at pmConfirm: 实际工时以0.5小时为单位 | Enter actual hours in half hours
  `,
})
