import { environmentOf } from '../evaluate/filling/complete.ts'
import { formula, valueOf } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'
import { emptyContext, type FeelContext, type FeelValue } from '../feel/values.ts'
import type { Feel, FieldDefinition, Fields } from '../fields.ts'
import { rmbNames } from '../evaluate/plan/context-names.ts'
import { flowNames } from '../composition/expressions.ts'
import type { Label } from '../wording/label.ts'
import { type Atom, atomsOf, type ComparedValues, comparisonsOf, joined } from './compared-values.ts'
import { combinations, type Dictionaries, type Sample } from './sample.ts'
import { samplesOf, today } from './field-samples.ts'
import { equals, listed } from './words.ts'
import { bearingDepartments } from '../fields/roles.ts'
import { type RecordKind, sourceOf } from '../record-kinds.ts'

/** The fields and dictionaries over which conditions are evaluated. */
export interface Ground {
  readonly fields: Fields
  readonly dictionaries: Dictionaries
  /** Every name that is in scope for a condition. */
  readonly names: readonly string[]
}

/** Creates the ground for these fields; names that the host adds to flows are included. */
export const groundOf = (fields: Fields, dictionaries: Dictionaries): Ground => ({
  fields,
  dictionaries,
  names: [...Object.keys(fields), ...Object.keys(rmbNames(fields)), ...flowNames],
})

/** The outcome of a condition: true, false, null, or an error. */
export type ConditionAnswer = boolean | null | FeelError

/** One combination of values with the outcome of each condition. */
export interface ConditionCase {
  readonly answers: readonly ConditionAnswer[]
  /** None of the values that the conditions read is empty. */
  readonly full: boolean
  /** The values in words, for display. */
  readonly words: () => Label
}

export interface Truths {
  readonly cases: readonly ConditionCase[]
  /** The cases cover every possible input: all combinations were evaluated, and no condition computes. */
  readonly exact: boolean
  /** All combinations of the sampled values were evaluated. */
  readonly complete: boolean
}

/** Maximum number of combinations, for plain conditions and for those that compute. */
const mostCases = 4096
const mostCalculated = 512
/** Step budget of one condition. Ordinary ones take a few dozen steps; thousands over two rows would slow down every document. */
const mostSteps = 5000

/** Evaluates conditions together over representative values of the fields that they read. */
export function truthsOf(conditions: readonly Feel[], ground: Ground): Truths {
  const atoms = conditions.flatMap((condition) => atomsOf(condition, ground.names))
  const variables = variablesOf(comparisonsOf(atoms), ground.fields, ground.dictionaries)
  const formulas = conditions.map((condition) => formula(condition, ground.names))
  const environment = environmentIn(ground)
  const plain = atoms.every((atom) => atom.plain)
  const { choices, complete } = combinations(variables.map(({ samples }) => samples.length), plain ? mostCases : mostCalculated)
  const caseOf = (choice: readonly number[]): ConditionCase => {
    const chosen = choice.map((entry, place) => variables[place]?.samples[entry])
    const context = contextOf(variables, chosen)
    return {
      answers: formulas.map((one) => answerOf(() => valueOf(one, context, environment))),
      full: chosen.every((sample) => !sample?.empty),
      words: () => listed(variables.map(({ label }, place) => equals(label, chosen[place]?.words ?? label))),
    }
  }
  const cases: ConditionCase[] = []
  for (const choice of choices) {
    const one = caseOf(choice)
    cases.push(one)
    // stop at the first case in which a condition fails
    if (one.answers.some((answer) => answer instanceof FeelError)) return { cases, complete: false, exact: false }
  }
  return { cases, complete, exact: complete && plain }
}

/** The atomic parts of a condition. */
export const partsOf = (condition: Feel, { names }: Ground): readonly Atom[] => atomsOf(condition, names)

const environmentIn = ({ dictionaries }: Ground) => ({
  ...environmentOf({ today, now: `${today} 12:00:00`, dict: (key, value) => labelIn(dictionaries(key), value) }),
  steps: mostSteps,
})

function labelIn(items: ReturnType<Dictionaries>, value: string): string | null {
  const item = items?.find((candidate) => candidate.value === value)
  return item ? `${item.cn}/${item.en}` : null
}

function contextOf(variables: readonly Variable[], chosen: readonly (Sample | undefined)[]): FeelContext {
  const context = emptyContext()
  for (const [place, { name }] of variables.entries()) context[name] = chosen[place]?.value ?? null
  return context
}

function answerOf(evaluate: () => FeelValue): ConditionAnswer {
  try {
    const value = evaluate()
    return typeof value === 'boolean' ? value : null
  } catch (error) {
    if (error instanceof FeelError) return error
    throw error
  }
}

/** A name that conditions read, with its sample values. */
interface Variable {
  readonly name: string
  readonly label: Label
  readonly samples: readonly Sample[]
}

/** The variables for the compared values. Unknown names are skipped: another check reports them. */
function variablesOf(compared: ReadonlyMap<string, ComparedValues>, fields: Fields, dictionaries: Dictionaries): readonly Variable[] {
  const known = [...compared].flatMap(([name, question]) => {
    const field = fieldOf(name, fields)
    return field ? [{ name, field, compared: question }] : []
  })
  const readers = known.flatMap(({ field, compared: question }) => readersOf(field, question))
  const recordsOf = (kind: RecordKind): ComparedValues =>
    joined(readers.filter((reader) => reader.kind === kind).map((reader) => reader.compared))
  return known.map(({ name, field, compared: question }) => ({
    name,
    label: { cn: field.cn, en: field.en },
    samples: samplesOf({ field, compared: question, dictionaries, recordsOf }),
  }))
}

/** The definition behind a name: a field, its amount in RMB, or a name that the host adds. */
function fieldOf(name: string, fields: Fields): FieldDefinition | undefined {
  if (Object.hasOwn(fields, name)) return fields[name]
  const amount = fields[rmbNames(fields)[name] ?? '']
  if (!amount) return Object.hasOwn(added, name) ? added[name] : undefined
  return { ...amount, cn: `${amount.cn}（人民币）`, en: `${amount.en} (RMB)` }
}

/** Names that are in scope of every flow in addition to the form's fields. */
const added: Fields = {
  createBy: { kind: 'person', cn: '发起人', en: 'Initiator', required: true },
  [bearingDepartments]: { kind: 'multiselect', of: 'department', cn: '承担部门', en: 'Bearing departments' },
}

interface RecordVariable {
  readonly kind: RecordKind
  readonly compared: ComparedValues
}

function readersOf(field: FieldDefinition, compared: ComparedValues): readonly RecordVariable[] {
  if (field.columns) {
    return [...compared.below].flatMap(([key, inner]) => (field.columns?.[key] ? readersOf(field.columns[key], inner) : []))
  }
  return [{ kind: sourceOf(field), compared }]
}
