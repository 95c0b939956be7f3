import { idListKind } from '../families/list-family.ts'

/** Several people. @default max 50 */
export const people = idListKind({
  attributes: ['filter', 'min', 'max'],
  defaultMax: 50,
  tooMany: 'field.tooManyPeople',
  tooFew: 'field.tooFewPeople',
})

/** Links to filed documents. @default max 20 */
export const documentLink = idListKind({
  attributes: ['links', 'linkStates', 'own', 'binds', 'claim', 'claims', 'proposes', 'min', 'max', 'filter'],
  defaultMax: 20,
  tooMany: 'field.tooMany',
  tooFew: 'field.tooFew',
})
