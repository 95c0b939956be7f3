import { idListKind } from '../families/list-family.ts'

/** Several people, 50 unless the field says otherwise. */
export const people = idListKind({
  attributes: ['filter', 'min', 'max'],
  defaultMax: 50,
  tooMany: 'field.tooManyPeople',
  tooFew: 'field.tooFewPeople',
  filter: 'oneOf',
})
