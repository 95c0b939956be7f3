import type { FormFacts } from '#kernel/facts.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { editableFields } from '../access/editable.ts'
import { type FormState, openValue } from '../form-state.ts'
import { ruleProblems } from './rule-problems.ts'
import { alikeRows } from '#kernel/fields/unique.ts'
import { columnPath } from '../path.ts'
import { missingProblems, valueProblems } from './value-problems.ts'

export interface CheckOptions {
  /** `start`: the form is filed; a node's id: its approver passes. */
  readonly at: string
  /** A draft may lack anything and break limits, but not hold what cannot be stored. Default: full. */
  readonly level?: 'draft' | 'full'
  /** The value holds only some of the fields: what is absent is not missed, and rules that read it are left out. */
  readonly partial?: boolean
}

/**
 * The problems of a form's value: types and lengths, then required fields, limits and options, then the rules.
 * At a node only what its approver may write is required and limited; derived fields are computed first.
 */
export function check(form: Form, value: FormValue, facts: FormFacts, options: CheckOptions): FieldProblem[] {
  return checkOpened(openValue(form, value, { facts, at: options.at }), options)
}

/** The same of a value that is already open, at the same moment. */
export function checkOpened(opened: FormState, { at, level = 'full', partial = false }: CheckOptions): FieldProblem[] {
  const moment = { ...opened, at, partial, editable: editableFields(opened.form, at) }
  const wrong = valueProblems(moment, level)
  if (level === 'draft') return wrong
  const broken = [...ruleProblems(moment), ...alikeIn(moment)]
  const blocked = new Set(broken.filter((problem) => problem.level === 'block').map((problem) => problem.field))
  return [...missingProblems(moment).filter((problem) => !blocked.has(problem.field)), ...wrong, ...broken]
}

/** Rows that exclude each other, where whoever acts may change them. */
const alikeIn = ({ form, value, editable }: FormState & { readonly editable: (path: string) => boolean }): FieldProblem[] =>
  alikeRows(form, value).filter(({ field }) => editable(columnPath(field)))
