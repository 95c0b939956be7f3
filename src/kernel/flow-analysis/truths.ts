import { environmentOf } from '../evaluate/plan/context.ts'
import { formula, valueOf } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'
import { emptyContext, type FeelContext, type FeelValue } from '../feel/values.ts'
import type { Feel, Fields } from '../fields.ts'
import { rmbNames } from '../evaluate/plan/context-names.ts'
import { flowNames } from '../composition/expressions.ts'
import type { Label } from '../wording/label.ts'
import { comparisonsOf } from './compared-values.ts'
import { type Atom, atomsOf } from './atoms.ts'
import { combinations } from './combinations.ts'
import { today } from './moment-samples.ts'
import type { Dictionaries, Sample } from './sample.ts'
import { type Variable, variablesOf } from './variables.ts'
import { equals, listed } from './words.ts'

/** The variables that conditions are tried out on. */
export interface Ground {
  readonly fields: Fields
  readonly dictionaries: Dictionaries
  /** Every name that a condition may use. */
  readonly names: readonly string[]
}

/** The names and values that conditions over these fields may use, those of the flow included. */
export const groundOf = (fields: Fields, dictionaries: Dictionaries): Ground => ({
  fields,
  dictionaries,
  names: [...Object.keys(fields), ...Object.keys(rmbNames(fields)), ...flowNames],
})

/** The answer of a condition: yes, no, neither, or that it fails. */
export type ConditionAnswer = boolean | null | FeelError

/** One combination of values with what each condition says to it. */
export interface ConditionCase {
  readonly answers: readonly ConditionAnswer[]
  /** Every value that the conditions read is there. */
  readonly full: boolean
  /** The values, in words. */
  readonly words: () => Label
}

export interface Truths {
  readonly cases: readonly ConditionCase[]
  /** The cases stand for everything that can be: every combination was tried, and nothing is calculated. */
  readonly exact: boolean
  /** Every combination was tried. */
  readonly complete: boolean
}

/** The most combinations of values that are tried for one question, and for one that calculates. */
const mostCases = 4096
const mostCalculated = 512
/** A condition takes a few dozen steps; what takes thousands over two rows would hold up every document. */
const mostSteps = 5000

/** The answers of conditions together, over the values that matter to them. */
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
    // A condition that fails is not tried any further.
    if (one.answers.some((answer) => answer instanceof FeelError)) return { cases, complete: false, exact: false }
  }
  return { cases, complete, exact: complete && plain }
}

/** The parts of a condition that can be asked by themselves. */
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
