import { idListKind } from '../families/list-family.ts'

/** Filed documents, 20 unless the field says otherwise. */
export const documentLink = idListKind({
  attributes: ['links', 'linkStates', 'own', 'binds', 'claim', 'claims', 'proposes', 'min', 'max', 'filter'],
  defaultMax: 20,
  tooMany: 'field.tooMany',
  tooFew: 'field.tooFew',
  filter: 'oneOf',
})
