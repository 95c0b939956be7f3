import type { Expectation } from './expectation.ts'
import { header } from './parts.ts'

export const proposalApply: Expectation = {
  about: '提案申请 | Proposal | /proposal-apply | /proposal-apply-detail | TA | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    proposalName text: required, to 30
    proposalType select(proposalType): required, trend
    proposers people: required, from 1 to 5
    proposeDate date: required
    implementDept department: required, trend, editable at firstJudgeOne
    alreadyImplemented radio(yesNo): required, trend
    currentSituation textarea: required, from 10 to 4000
    improvement textarea: required, from 10 to 4000
    beforePhotos attachment: to 20 png/jpg/jpeg/gif/webp
    expectedBenefit textarea: required, from 5 to 1000
    expectedSaving money: from 0, when proposalType = "2"
    proposalStatus select(proposalStatus): system
    implementer person: at firstJudgeOne firstJudgeTwo committeeJudge
    firstJudgeIsExcellent radio(yesNo): at firstJudgeOne firstJudgeTwo committeeJudge
    excellentReason textarea: at firstJudgeOne firstJudgeTwo committeeJudge, from 5 to 1000, when firstJudgeIsExcellent = "1"
    judgeReason textarea: at firstJudgeOne firstJudgeTwo committeeJudge verify, from 5 to 1000
    hardToDecideOneReason textarea: system, to 1000, visible when hardToDecideOneReason != null
    hardToDecideTwoReason textarea: system, to 1000, visible when hardToDecideTwoReason != null
    knowDate radio(yesNo): at implementPlan
    estimatedImplementationStartDate date: at implementPlan, when knowDate = "1"
    estimatedImplementationEndDate date: at implementPlan, when knowDate = "1"
    unknowDateReason textarea: at implementPlan, from 5 to 1000, when knowDate = "0"
    actualStartDate date: at implementDone
    actualEndDate date: at implementDone
    actualSaving money: at implementDone, from 0, editable at verify
    implementResult textarea: at implementDone, from 10 to 2000
    afterPhotos attachment: at implementDone, to 20 png/jpg/jpeg/gif/webp
    scores table: system, visible when actualEndDate != null
    scores.criterion select(effect 效果/Effect; originality 创新/Originality; effort 努力/Effort; extendability 推广/Wider applicability): system
    scores.maxScore integer: system
    scores.score integer: at verify, from 0, editable at verify
    scores.reason text: at verify, to 200, editable at verify
    score calculated: visible when actualEndDate != null
    grade select(proposalGrade): system, visible when score != null
    rewardStandard calculated: system
    rewardAmount money: read-only, trend, from 0, editable at committee, visible when score != null
  `,
  nodes: `
    firstJudgeOne: any of departmentHead(implementDept), by hand
    firstJudgeTwo: any of vicePresident(implementDept), when hardToDecideOneReason != null or firstJudgeIsExcellent = "1", by hand
    committeeJudge: all of role(proposalCommittee), when hardToDecideTwoReason != null, by hand, opinion
    implementPlan: any of person(implementer), when alreadyImplemented = "0", by hand, initiator may
    implementDone: any of person(implementer), by hand, initiator may
    verify: any of departmentHead(implementDept) + role(proposalAdmin), by hand, opinion
    committee: all of role(proposalCommittee), when score >= 90 or firstJudgeIsExcellent = "1", by hand
    ccFinish: copy to person(proposers) + role(hr)
  `,
  rules: `
    TA-01 judgeReason at firstJudgeOne firstJudgeTwo committeeJudge verify: 请填写评审理由 | Enter the review reason
    TA-01-score scores.score at verify: 请填写提案评分 | Enter the score
    TA-01-reason scores.reason at verify: 请填写评分理由 | Enter the reason for the score
    TA-02 excellentReason at firstJudgeOne firstJudgeTwo committeeJudge: 请填写优秀提案理由 | Say why the proposal is excellent
    TA-03 estimatedImplementationEndDate at implementPlan: 请填写预计实施起止日期，且完成日期不早于开始日期 | Enter the estimated start and end; the end can’t be before the start
    TA-04 unknowDateReason at implementPlan: 请填写日期不明确原因 | Say why the date is unknown
    TA-06 scores.score at verify: 评分不能超过{max} | The score must not exceed {max}
    TA-08 implementer at firstJudgeOne firstJudgeTwo committeeJudge: 实施人已离职，请联系管理员 | The implementer has left the company, contact the administrator
    TA-09 proposeDate: 提案日期不能晚于今天 | The proposal date can’t be in the future
    TA-10 proposers: 提案人须包含申请人 | The applicant must be among the proposers
    TA-11 actualEndDate at implementDone: 实际完成日期不能早于开始日期，也不能晚于今天 | The actual end date can’t be before the start or in the future
  `,
}
