import { describe, expect, it } from 'vitest'
import declared from '#resources/declarations.ts'
import { administerPermission } from '#approval/administrator.ts'
import { isIntervention } from '#approval/interventions.ts'
import { preview } from '#approval/engine.ts'
import { nameOf } from '#approval/reason.ts'
import type { Story, TestFlow, TestStep } from '#approval/testing.ts'
import { company, does, factsOf, given, submits } from '#approval/testing.ts'
import type { Form } from '#kernel/form.ts'
import { approve, type ApprovalNode, type ApproverRule, defineFlow } from '#kernel/flow.ts'
import { nodesOf, simpleRules } from '#kernel/flow/flow-nodes.ts'
import { opensFields } from '#server/documents/lifecycle/engine-facts.ts'

/** The person with an interest in the document, by its kind. */
const interests = {
  initiator: { starter: 'own', applicant: 'own' },
  applicant: { starter: 'filer', applicant: 'own' },
  payee: { starter: 'filer', applicant: 'filer', isPaid: true },
} as const
type Interest = keyof typeof interests

const label = { cn: '节点', en: 'Node' }
const at = 'd-1-1-before-0'
const before = approve('before', { rule: 'fixed', people: ['first'] }, label)

/** A node of a form, after a first one, in a flow where every rule resolves to one person. */
interface FlowPlace {
  readonly form: Form
  readonly node: ApprovalNode
}

const places: readonly FlowPlace[] = declared.flatMap(({ forms }) => forms).flatMap((form) =>
  nodesOf(form.flow).flatMap((node) => (node.block === 'approve' && node.by.rule !== 'system' ? [{ form, node }] : []))
)

/** The rule of another node, where a node copies it. */
function ruleOf({ form, node }: FlowPlace): ApproverRule {
  const { by } = node
  const mirrored = by.rule === 'sameAs' ? nodesOf(form.flow).find(({ id }) => id === by.node) : undefined
  return mirrored?.block === 'approve' ? mirrored.by : by
}

const mayBeTheirs = (place: FlowPlace): boolean => {
  const rules = simpleRules(ruleOf(place)).map(({ rule }) => rule)
  const isNamed = rules.every((rule) => ['initiator', 'person', 'rowPersons'].includes(rule))
  return isNamed && (rules.includes('initiator') || ((place.node.edits?.length ?? 0) > 0 || opensFields(place.form.fields, place.node.id)))
}

interface Cast {
  readonly interest: Interest
  /** The person whom all rules resolve to. */
  readonly named: string
  readonly substitutes?: Readonly<Record<string, string>>
}

function worldOf(place: FlowPlace, { interest, named, substitutes = {} }: Cast): TestFlow {
  const roles = simpleRules(ruleOf(place)).flatMap((rule) => (rule.rule === 'role' ? [rule.role] : []))
  const scopes = new Proxy({}, { get: () => new Proxy({}, { get: () => ['*'] }) })
  const people = Object.fromEntries(
    ['own', 'filer', 'holder', 'mid', 'above', 'first', 'other'].map((
      id,
    ) => [id, { departments: ['dept'], roles: id === named ? roles : [], roleScopes: scopes }]),
  )
  const { form, node } = place
  const { when: _, excludes: __, ...asked } = node
  return {
    flow: defineFlow([before, { ...asked, by: ruleOf(place) }], { ...form.flow.settings, hidden: [] }),
    directory: { ...company({ ...people, admin: { roles: ['workflowAdmin'] } }, {
      group: { head: 'above', vicePresident: 'above', generalManager: 'above', type: 'group' },
      plant: { parent: 'group', generalManager: named, type: 'enterprise' },
      dept: { parent: 'plant', head: named, deputy: named, vicePresident: named },
    }, { substitutes }), owners: () => ({ cn: '负责人', en: 'Owner', person: () => named }) },
    facts: {
      values: (path) => (peopleFields(place).includes(path) ? [named] : ['dept']),
      isPaid: (person) => interest === 'payee' && person === 'own',
      opensFields: (id) => opensFields(form.fields, id),
    },
  }
}

/** Fields from which people are read. */
const peopleFields = (place: FlowPlace): readonly unknown[] =>
  simpleRules(ruleOf(place)).flatMap((rule) =>
    rule.rule === 'selectUser'
      ? [rule.from]
      : ['person', 'rowPersons', 'superior'].includes(rule.rule) && 'field' in rule
      ? [rule.field]
      : []
  )

function filed(place: FlowPlace, cast: Cast, ...steps: readonly TestStep[]): Story {
  const { starter, applicant } = interests[cast.interest]
  const choices = [{ node: place.node.id, people: [cast.named] }]
  try {
    return given(worldOf(place, cast), submits(starter, { applicant, choices }), ...steps)
  } catch (cause) {
    throw new Error(named(place), { cause })
  }
}

const passed = does('first', { action: 'pass' })
const admin = (wish: object): TestStep => does('admin', { comment: 'because', ...wish } as never)

/** All ways by which a person gets a task; each ends with the story whose open tasks are checked. */
const ways: Readonly<Record<string, (place: FlowPlace, interest: Interest) => Story>> = {
  'by its rule': (place, interest) => filed(place, { interest, named: 'own' }, passed),
  'as a substitute': (place, interest) => filed(place, { interest, named: 'holder', substitutes: { holder: 'own' } }, passed),
  'as the last of a chain of substitutes': (place, interest) =>
    filed(place, { interest, named: 'holder', substitutes: { holder: 'mid', mid: 'own' } }, passed),
  'by transfer': (place, interest) => held(place, interest).when(does('holder', { action: 'transfer', people: ['own'] })),
  'by countersign, one of several': (place, interest) =>
    held(place, interest).when(does('holder', { action: 'countersign', people: ['other', 'own'], order: 'any' })),
  'by countersign, alone': (place, interest) =>
    held(place, interest).when(does('holder', { action: 'countersign', people: ['own'], order: 'any' })),
  'from an administrator, one task or all of somebody': (place, interest) => reassigned(place, interest),
  'by a jump': (place, interest) => filed(place, { interest, named: 'own' }).when(admin({ action: 'jump', target: place.node.id })),
  'by skipping the node before': (place, interest) => filed(place, { interest, named: 'own' }).when(admin({ action: 'skip', task: at })),
}

const held = (place: FlowPlace, interest: Interest): Story => filed(place, { interest, named: 'holder' }, passed)

function reassigned(place: FlowPlace, interest: Interest): Story {
  const story = held(place, interest)
  const task = story.document?.runs.at(-1)?.tasks.find(({ person }) => person === 'holder')?.id ?? 'none'
  return story.when(admin({ action: 'reassign', task, person: 'own' }))
}

const holds = ({ document }: Story, { node }: FlowPlace): boolean =>
  document?.runs.some((run) => run.node === node.id && run.tasks.some(({ person }) => person === 'own')) ?? false

const named = ({ form, node }: FlowPlace): string => `${form.key}.${node.id}`

describe.each(Object.keys(interests) as Interest[])('the %s of a document', (interest) => {
  it.each(Object.keys(ways))('holds no node that decides about it, %s', (way) => {
    const wrong = places.filter((place) => !mayBeTheirs(place) && holds(ways[way]!(place, interest), place))
    expect(wrong.map(named)).toEqual([])
  })

  it('decides nothing that they came to hold before it was theirs', () => {
    const kept = places.filter((place) => !mayBeTheirs(place)).filter((place) => {
      let isTheirs = false
      const world = worldOf(place, { interest: 'payee', named: 'own' })
      const moving = { ...world, facts: { ...world.facts, isPaid: () => isTheirs } }
      const story = given(moving, submits('filer', { choices: [{ node: place.node.id, people: ['own'] }] }), passed)
      isTheirs = true
      return story.may('own').some((action) => action === 'pass' || action === 'hardToDecide')
    })
    expect(kept.map(named)).toEqual([])
  })

  it('who administers workflows may only comment on it', () => {
    const wrong = places.filter((place) => {
      const world = worldOf(place, { interest, named: 'holder' })
      const rights = { own: [administerPermission] }
      const { starter, applicant } = interests[interest]
      const story = given({ ...world, permissions: rights },
        submits(starter, { applicant, choices: [{ node: place.node.id, people: ['holder'] }] }), passed)
      const may = story.may('own')
      return !may.includes('comment') || may.some((action) => isIntervention(action) || action === 'replace')
    })
    expect(wrong.map(named)).toEqual([])
  })

  it('sees in the preview whom the run asks', () => {
    const different = places.filter((place) => {
      const cast = { interest, named: 'own' }
      const { starter, applicant } = interests[interest]
      const world = worldOf(place, cast)
      const way = preview(world.flow, factsOf(world), { starter, applicant, choices: [{ node: place.node.id, people: ['own'] }] })
      const ahead = way.find(({ node }) => node === place.node.id)?.people.map(({ id }) => id) ?? []
      const run = filed(place, cast, passed).document?.runs.find(({ node }) => node === place.node.id)
      return String(ahead) !== String(run?.tasks.map(({ person }) => nameOf(world.directory, person)))
    })
    expect(different.map(named)).toEqual([])
  })
})

it('every other node is held by the person whom the rules name', () => {
  const others = places.filter((place) => simpleRules(ruleOf(place)).every(({ rule }) => rule !== 'initiator' && rule !== 'superior'))
  expect(others.filter((place) => !held(place, 'initiator').waiting.includes(`${place.node.id}:holder`)).map(named)).toEqual([])
})

it('only people whom the form names confirm', () => {
  const wrong = places.filter((place) => place.node.confirms && !mayBeTheirs(place))
  expect(wrong.map(named)).toEqual([])
  expect(places.length).toBeGreaterThan(200)
})
