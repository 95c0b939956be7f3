import { describe, expect, it } from 'vitest'
import { nodesOf } from '../../../../src/kernel/flow-nodes.ts'
import { formProblems } from '../../../../src/kernel/problems.ts'
import { dictionaries } from '../../dictionaries/all.ts'
import { general } from './forms.ts'

const known = new Set([...dictionaries.map(({ key }) => key), 'projectType'])

describe.each(general.map((form) => [form.key, form] as const))('%s', (_, form) => {
  it('is sound by itself', () => {
    expect(formProblems(form, known).map(({ where, text }) => `${where}: ${text.en}`)).toEqual([])
    expect(nodesOf(form.flow).length).toBeGreaterThan(3)
  })
})

/** Node ids with how many of their approvers have to agree: `+` all, `/` any, `>` in order. */
const courses: Readonly<Record<string, string>> = {
  universalApproval: 'deptHead/ addApprover> relatedDeptHeads+ sealKeeper/ generalManager/ ccFinish',
  proposalApply: 'firstJudgeOne/ firstJudgeTwo/ committeeJudge+ implementPlan/ implementDone/ verify/ committee+ ccFinish',
  rapidProject: 'deptHead/ salesReview/ techReview+ qualityReview/ pmoReview/ accountantReview/ viceGm+ generalManager/ ccFinish',
  oaChange: 'deptHead/ processOwnerReview/ affectedDeptHeads+ itEvaluate/ viceGm+ generalManager/ implement/ userTest/ ccFinish',
}

it.each(Object.entries(courses))('%s goes its way', (key, course) => {
  const form = general.find((each) => each.key === key)!
  const signs: Readonly<Record<string, string>> = { all: '+', any: '/', sequential: '>' }
  expect(nodesOf(form.flow).map((node) => (node.block === 'copy' ? node.id : `${node.id}${signs[node.mode as string] ?? ''}`)).join(' ')).toBe(course)
})
