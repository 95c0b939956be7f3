import type { cn } from './cn.ts'

export const en: Readonly<Record<keyof typeof cn, string>> = {
  'rows.some': 'any row of {table} has',
  'rows.every': 'every row of {table} has',
  formStep: 'Fields of the form that wait for a step',
  formStepHint: 'The form has fields for a step that this flow lacks. The approvers of this step will fill in those you choose',
  editScenario: 'Edit scenario',
  editNamed: 'Edit “{name}”',
  scenarioGone: 'This scenario doesn’t exist any more',
  scenarioConflict: 'You and {name} both changed: {parts}. Nothing is saved yet; other changes of {name} are merged.',
  scenarioKeeps: 'Also kept from the document: {fields}',
  expectedSteps: 'Expected path',
  takePath: 'Use today’s path',
  expectsNobody: 'No step is expected to ask anybody',
  anyRole: 'Select',
  expectsNoOne: 'Skipped',
  conditionNot: 'not ({condition})',
  insertAfter: 'Insert after “{name}”',
  insertInto: 'Insert first in “{name}”',
  scenarioName: 'Name of the scenario',
  saveScenario: 'Save as a scenario',
  scenarioSaved: 'Scenario saved',
}
