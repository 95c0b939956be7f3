import { z } from 'zod'
import { actionNames } from '#approval/types.ts'
import { type ApproverRule, type Block, type Flow, type StepTerminal, stepTerminals } from '#kernel/flow.ts'
import type { Starters } from '#kernel/flow/starters.ts'

const id = z.string().min(1).max(64)
const path = z.string().min(1).max(128)
const feel = z.string().min(1).max(4000)
const label = { cn: z.string().max(100), en: z.string().max(100) }
const actions = z.array(z.enum(actionNames)).max(actionNames.length)

const terminal = z.enum(Object.keys(stepTerminals) as StepTerminal[])

/** Maximum number of entries in a list: steps of a sequence, branches of a block, parts of a rule. */
const most = 50

/** A rule for approvers as a designer sends it. */
export const approverRuleInput: z.ZodType<ApproverRule> = z.lazy(() =>
  z.discriminatedUnion('rule', [
    z.strictObject({ rule: z.literal('departmentHead'), field: path.optional() }),
    z.strictObject({ rule: z.literal('superior'), levels: z.int().min(1).max(20), field: path.optional() }),
    z.strictObject({ rule: z.literal('vicePresident'), field: path }),
    z.strictObject({ rule: z.literal('generalManager') }),
    z.strictObject({ rule: z.literal('ownerOf'), field: path }),
    z.strictObject({ rule: z.literal('role'), role: z.string().max(64), scope: path.optional(), by: id.optional() }),
    z.strictObject({ rule: z.literal('person'), field: path }),
    z.strictObject({ rule: z.literal('rowPersons'), field: path }),
    z.strictObject({ rule: z.literal('selectUser'), size: z.int().min(0).max(100), canAdd: z.boolean().optional(),
      optionalRange: range.optional(), from: path.optional() }),
    z.strictObject({ rule: z.literal('sameAs'), node: id }),
    z.strictObject({ rule: z.literal('initiator') }),
    z.strictObject({ rule: z.literal('system') }),
    z.strictObject({ rule: z.literal('fixed'), people: z.array(id).max(most) }),
    z.strictObject({ rule: z.literal('both'), parts: z.array(approverRuleInput).max(most) }),
    z.strictObject({ rule: z.literal('firstOf'), parts: z.array(approverRuleInput).max(most) }),
  ])
)

const range = z.strictObject({ type: z.enum(['ALL', 'DEPT', 'ROLE', 'USERS', 'SAME_ENTERPRISE']), ids: z.array(id).max(500).optional() })

const approve = z.strictObject({
  block: z.literal('approve'),
  id,
  ...label,
  by: approverRuleInput,
  mode: z.union([z.enum(['all', 'any', 'sequential']), z.strictObject({ percentage: z.number() })]),
  when: feel.optional(),
  edits: z.array(path).max(200).optional(),
  opinionRequired: z.union([z.literal(true), feel]).optional(),
  opinionMustContain: z.array(z.union([z.string().max(100), z.strictObject({ text: z.string().max(100), when: feel })])).max(10).optional(),
  saves: z.literal(true).optional(),
  explains: z.string().max(64).optional(),
  hidden: actions.optional(),
  rows: z.literal('own').optional(),
  manual: z.literal(true).optional(),
  veto: z.boolean().optional(),
  checkList: z.array(z.strictObject({ id, ...label, when: feel.optional() })).max(100).optional(),
  confirms: z.literal(true).optional(),
  excludes: z.literal('initiator').optional(),
  asksAdded: z.literal(true).optional(),
  hardToDecide: z.enum(['one', 'two']).optional(),
  dueHours: z.number().min(0).max(10_000).optional(),
  decidesOn: z.array(path).max(200).optional(),
  onTimeout: z.union([z.strictObject({ action: z.enum(['remind', 'pass', 'refuse']) }),
    z.strictObject({ action: z.literal('handOn'), to: z.union([z.literal('superior'), z.strictObject({ role: z.string().max(64) })]) }),
    z.strictObject({ action: z.literal('return'), to: id })]).optional(),
  terminals: z.array(terminal).min(1).max(3).optional(),
})
const copy = z.strictObject({ block: z.literal('copy'), id, ...label, to: approverRuleInput, when: feel.optional() })

const step: z.ZodType<Block> = z.lazy(() =>
  z.discriminatedUnion('block', [
    approve,
    copy,
    z.strictObject({ block: z.literal('parallel'), id, branches: z.array(steps).max(most) }),
    choice('exclusive'),
    choice('inclusive'),
  ])
) as z.ZodType<Block>

const steps = z.array(step).max(most)

/** The default branch is optional here: a missing one is reported as a finding, with values that need it. */
const choice = <Kind extends 'exclusive' | 'inclusive'>(kind: Kind) =>
  z.strictObject({ block: z.literal(kind), id, branches: z.array(z.strictObject({ when: feel, steps })).max(most),
    otherwise: steps.optional() })

const some = z.array(id).max(500)

export const startersInput: z.ZodType<Starters> = z.strictObject({ departments: some, roles: some, people: some })

/** The schema of a flow as a designer sends it: checks the structure only, not references between its parts. */
export const flowInput: z.ZodType<Flow> = z.strictObject({
  steps,
  settings: z.strictObject({
    dedupe: z.enum(['consecutive', 'anyEarlier', 'none']),
    emptyApprover: z.enum(['refuse', 'admin']),
    initiatorApprover: z.enum(['superior', 'self', 'autoPass']),
    movesMoney: z.boolean(),
    resumeMode: z.enum(['sequential', 'direct']),
    again: z.enum(['everybody', 'changed', 'straightBack']).optional(),
    urgeMinutes: z.int().min(0).max(10_000),
    hidden: actions.optional(),
    overdueHours: z.number().min(0).max(10_000).optional(),
    starters: startersInput.optional(),
  }),
})
