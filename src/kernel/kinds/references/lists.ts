import { idListKind } from '../families/list-family.ts'

/** Several people, 50 unless the field says otherwise. */
export const people = idListKind({
  attributes: ['filter', 'min', 'max'],
  defaultMax: 50,
  tooMany: 'field.tooManyPeople',
  tooFew: 'field.tooFewPeople',
  filter: 'oneOf',
})

/** Filed documents, 20 unless the field says otherwise. */
export const documentLink = idListKind({
  attributes: ['links', 'linkStates', 'own', 'binds', 'claim', 'claims', 'proposes', 'min', 'max', 'filter'],
  defaultMax: 20,
  tooMany: 'field.tooMany',
  tooFew: 'field.tooFew',
  filter: 'oneOf',
})
